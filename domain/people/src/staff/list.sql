-- Lists people with their roles, such as `all sites: owner; 1: shop, support`. With the site $1, lists those who have
-- roles for it, and leaves out their roles for other sites.
with granted as materialized (
    select granted.person_id, granted.site_id, array_to_string(granted.roles, ', ') as roles
    from person_roles granted
    where $1::bigint is null
    or granted.site_id = $1
)
select
    person.id::text,
    person.email,
    person.name,
    concat_ws(
        '; ',
        'all sites: ' || nullif(array_to_string(person.all_site_roles, ', '), ''),
        string_agg(granted.site_id || ': ' || granted.roles, '; ' order by granted.site_id)
    ) as roles,
    to_char(person.created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as created,
    to_char(person.last_seen_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as last_seen
from people person
left join granted on granted.person_id = person.id
where granted.person_id is not null
or person.all_site_roles <> '{}'
group by person.id
order by person.id
limit 500
