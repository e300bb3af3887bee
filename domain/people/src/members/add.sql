insert into person_roles (site_id, person_id, roles, created_at, invitation_id, invited_as)
values ($1, $2, $3, $4, $5, $6)
on conflict (site_id, person_id) do nothing
