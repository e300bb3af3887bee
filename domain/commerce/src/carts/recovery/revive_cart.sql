-- Sets a new expiry time for the cart. This works for an expired cart too.
update carts cart
set revision = cart.revision + 1,
    expires_at = $4,
    updated_at = $3
where cart.site_id = $1
and cart.id = $2
