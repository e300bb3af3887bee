-- Returns the server key $2 of the sites $1.
with found as materialized (
    select site.id, site.name
    from sites site
    where site.id = any ($1::bigint[])
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
            json_agg(
                json_build_object('siteId', found.id, 'siteName', found.name, 'roles', issued.roles)
                order by found.id
            ),
            '[]'
        )
        from found
    ) as sites
from server_keys issued
where issued.id = $2
