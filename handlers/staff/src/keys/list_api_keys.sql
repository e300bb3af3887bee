select
    key.id,
    key.name,
    key.rate_per_minute,
    key.created_at,
    key.expires_at,
    key.revoked_at
from api_keys key
where key.site_id = $1
and (key.created_at, key.id) < ($2, $3)
order by key.created_at desc, key.id desc
limit $4
