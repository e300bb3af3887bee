-- The token is used up; the cart is kept anew, also when it has expired.
update carts c
set recovery_sha256 = null,
    recovery_expires_at = null,
    revision = c.revision + 1,
    expires_at = $4,
    updated_at = $3
where c.site_id = $1
and c.recovery_sha256 = $2
and c.recovery_expires_at > $3
returning c.id
