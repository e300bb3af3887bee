update api_keys key
set revoked_at = $3
where key.site_id = $1
and key.id = $2
and key.revoked_at is null
