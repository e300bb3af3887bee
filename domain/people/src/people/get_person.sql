-- People are on Citus' coordinator and roles are not, so a common table expression finds the roles first.
with granted as materialized (
    select granted.person_id, granted.roles, granted.created_at
    from person_roles granted
    where granted.site_id = $1
    and granted.person_id = $2
)
select
    person.id,
    person.email,
    person.name,
    granted.roles,
    person.password_hash is null as is_invited,
    granted.created_at,
    person.last_seen_at
from people person
join granted on granted.person_id = person.id
where person.id = $2
