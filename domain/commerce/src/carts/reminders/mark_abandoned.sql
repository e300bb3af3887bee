-- Locks the cart too: until the transaction ends, no request changes or orders it.
update carts cart
set abandoned_at = $3
where cart.site_id = $1
and cart.id = $2
and cart.abandoned_at is null
