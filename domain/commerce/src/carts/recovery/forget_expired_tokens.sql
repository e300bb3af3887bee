update carts cart
set recovery_sha256 = null,
    recovery_expires_at = null
where cart.site_id = $1
and cart.recovery_sha256 is not null
and cart.recovery_expires_at <= $2
