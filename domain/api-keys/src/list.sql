-- Without a site ($1 is null) of all sites.
select k.site_id::text, k.id::text, k.name, k.rate_per_minute::text,
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(k.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from api_keys k
where k.site_id = $1
or $1::bigint is null
order by k.site_id, k.id
