-- Of a person who has not accepted the site's invitation, shows only what the inviter wrote.
select
    coalesce(granted.invitation_id, granted.person_id) as id,
    coalesce(granted.invited_as, person.email) as email,
    case when granted.invited_as is null then person.name end as name,
    granted.roles,
    granted.invited_as is not null or person.password_hash is null as is_invited,
    granted.created_at,
    case when granted.invited_as is null then person.last_seen_at end as last_seen_at
from person_roles granted
join people person on person.id = granted.person_id
where granted.site_id = $1
and coalesce(granted.invitation_id, granted.person_id) = $2
