insert into person_roles (site_id, person_id, roles, created_at)
values ($1, $2, $3, $4)
on conflict (site_id, person_id) do nothing
