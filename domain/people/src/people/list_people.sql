-- Of people who have not accepted the site's invitation, shows only what the inviter wrote.
--
-- `offset 0` makes Postgres look up each person of the page, because it does not know that a page is short.
with granted as materialized (
    select
        coalesce(granted.invitation_id, granted.person_id) as id,
        granted.person_id,
        granted.roles,
        granted.created_at,
        granted.invited_as
    from person_roles granted
    where granted.site_id = $1
    and coalesce(granted.invitation_id, granted.person_id) > $2
    order by coalesce(granted.invitation_id, granted.person_id)
    limit $3
)
select
    granted.id,
    coalesce(granted.invited_as, member.email) as email,
    case when granted.invited_as is null then member.name end as name,
    granted.roles,
    granted.invited_as is not null or member.password_hash is null as is_invited,
    granted.created_at,
    case when granted.invited_as is null then member.last_seen_at end as last_seen_at
from granted
cross join lateral (
    select person.email, person.name, person.password_hash, person.last_seen_at
    from people person
    where person.id = granted.person_id
    offset 0
) member
order by granted.id
