-- People are on Citus' coordinator and roles are not, so a common table expression finds the roles first. `offset 0`
-- makes Postgres look up each person of the page, because it does not know that a page is short.
with granted as materialized (
    select granted.person_id, granted.roles, granted.created_at
    from person_roles granted
    where granted.site_id = $1
    and granted.person_id > $2
    order by granted.person_id
    limit $3
)
select
    member.id,
    member.email,
    member.name,
    granted.roles,
    member.password_hash is null as is_invited,
    granted.created_at,
    member.last_seen_at
from granted
cross join lateral (
    select person.id, person.email, person.name, person.password_hash, person.last_seen_at
    from people person
    where person.id = granted.person_id
    offset 0
) member
order by member.id
