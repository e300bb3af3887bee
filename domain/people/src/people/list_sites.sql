-- Returns at most $3 active sites of the person $1 with ids above $2, and the person's roles for each. A person with
-- roles for all sites has all of them.
with caller as materialized (
    select person.all_site_roles
    from people person
    where person.id = $1
),
mine as materialized (
    (
        select site.id, site.name, site.domain, site.requires_totp
        from sites site
        where site.active
        and site.id > $2
        and (select caller.all_site_roles <> '{}' from caller)
        order by site.id
        limit $3
    )
    union all
    (
        select site.id, site.name, site.domain, site.requires_totp
        from person_roles granted
        join sites site on site.id = granted.site_id
        where granted.person_id = $1
        and granted.site_id > $2
        and site.active
        and (select caller.all_site_roles = '{}' from caller)
        order by granted.site_id
        limit $3
    )
)
select mine.id, mine.name, mine.domain,
    array(
        select distinct role
        from unnest(caller.all_site_roles || coalesce(granted.roles, '{}')) role
        order by role
    ) as roles,
    mine.requires_totp
from mine
cross join caller
left join person_roles granted on granted.site_id = mine.id and granted.person_id = $1
order by mine.id
