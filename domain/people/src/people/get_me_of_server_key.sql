-- Returns the server key $2 of the site $1.
--
-- Server keys are on Citus' coordinator and sites are not, so a common table expression finds the site first.
with found as materialized (
    select site.id, site.name
    from sites site
    where site.id = $1
    and site.active
)
select
    'server_key' as kind,
    issued.id,
    issued.name,
    null::text as email,
    false as has_totp,
    '{}'::text[] as all_site_roles,
    (
        select coalesce(
            json_agg(json_build_object('siteId', found.id, 'siteName', found.name, 'roles', issued.roles)),
            '[]'
        )
        from found
    ) as sites
from server_keys issued
where issued.id = $2
