update carts c
set recovery_sha256 = $3,
    recovery_expires_at = $4
where c.site_id = $1
and c.id = $2
