-- No row means that the site does not exist.
insert into api_keys (site_id, name, secret_sha256, expires_at, rate_per_minute, created_at)
select site.id, $2, $3, $4, coalesce($5::bigint, 300), $6
from sites site
where site.id = $1
returning id
