with granted as materialized (
    select site.id, site.name, granted.roles
    from person_roles granted
    join sites site on site.id = granted.site_id
    where granted.person_id = $1
    and site.active
    order by site.id
    limit 100
)
select
    'person' as kind,
    person.id,
    person.email,
    person.name,
    person.has_totp,
    person.all_site_roles,
    (
        select coalesce(
            json_agg(
                json_build_object('siteId', granted.id, 'siteName', granted.name, 'roles', granted.roles)
                order by granted.id
            ),
            '[]'
        )
        from granted
    ) as sites
from people person
where person.id = $1
