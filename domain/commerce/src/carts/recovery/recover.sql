-- Invalidates the token and sets a new expiry time for the cart. This works for an expired cart too.
update carts cart
set recovery_sha256 = null,
    recovery_expires_at = null,
    revision = cart.revision + 1,
    expires_at = $4,
    updated_at = $3
where cart.site_id = $1
and cart.recovery_sha256 = $2
and cart.recovery_expires_at > $3
returning cart.id
