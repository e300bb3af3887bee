-- The people who have accepted the site's invitation, and those with roles for all sites who have chosen alerts of the
-- site. Without people whose roles do not apply now. $2 is a person, or null for all people.
--
-- `offset 0` makes Postgres look up each person, because it does not know that a site has few.
with candidate as (
    select granted.person_id
    from person_roles granted
    where granted.site_id = $1
    and granted.invited_as is null
    and (granted.person_id = $2 or $2::bigint is null)
    union
    select chosen.person_id
    from alert_settings chosen
    where chosen.site_id = $1
    and (chosen.person_id = $2 or $2::bigint is null)
)
select
    known.id,
    known.email,
    known.all_site_roles || coalesce(granted.roles, '{}') as roles,
    granted.person_id is not null as is_member,
    coalesce(chosen.choices, '{}') as choices
from candidate
join sites site on site.id = $1
cross join lateral (
    select person.id, person.email, person.all_site_roles, person.has_totp
    from people person
    where person.id = candidate.person_id
    and person.password_hash is not null
    offset 0
) known
left join person_roles granted
    on granted.site_id = $1
    and granted.person_id = candidate.person_id
    and granted.invited_as is null
left join alert_settings chosen
    on chosen.site_id = $1
    and chosen.person_id = candidate.person_id
where site.active
and (known.has_totp or not site.requires_totp)
order by known.id
