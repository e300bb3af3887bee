update api_keys k
set revoked_at = $3
where k.site_id = $1
and k.id = $2
and k.revoked_at is null
