update carts cart
set revision = cart.revision + 1,
    expires_at = now() + interval '7 days',
    updated_at = now()
where cart.site_id = $1
and cart.id = $2
