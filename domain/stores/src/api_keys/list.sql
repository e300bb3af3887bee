-- $1 is the site, or null for all sites.
select key.site_id::text, key.id::text, key.name, key.rate_per_minute::text,
    to_char(key.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(key.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from api_keys key
where key.site_id = $1
or $1::bigint is null
order by key.site_id, key.id
