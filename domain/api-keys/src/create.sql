-- No row means that the site does not exist. It waits for an import that replaces the site, which would delete the key
-- unseen.
insert into api_keys (site_id, name, secret_sha256, expires_at, rate_per_minute, created_at)
select site.id, $2, $3, $4, coalesce($5::bigint, 300), $6
from sites site
where site.id = $1
for share of site
returning id
