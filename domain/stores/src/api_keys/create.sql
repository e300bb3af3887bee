-- Returns no row if the site does not exist. Locks the site, so that a running import cannot miss the new key.
with locked as materialized (
    select site.id
    from sites site
    where site.id = $1
    for share
)
insert into api_keys (site_id, name, secret_sha256, expires_at, rate_per_minute, created_at)
select locked.id, $2, $3, $4, coalesce($5::bigint, 300), $6
from locked
returning id
