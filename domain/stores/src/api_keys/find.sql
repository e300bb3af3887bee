select
    key.id,
    key.expires_at,
    key.rate_per_minute,
    site.active as site_active,
    coalesce(store.enabled, false) as store_enabled
from api_keys key
join sites site on site.id = $1
left join stores store on store.site_id = $1
where key.site_id = $1
and key.secret_sha256 = $2
and key.revoked_at is null
