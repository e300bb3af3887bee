-- Records a change of the cart $2 and extends its life to $4. Sets the cart's customer, unless $5 is null. A cart that has
-- expired starts again, and may get a reminder again.
update carts cart
set revision = cart.revision + 1,
    expires_at = $4,
    updated_at = $3,
    customer_id = coalesce($5, cart.customer_id),
    abandoned_at = case when cart.expires_at > $3 then cart.abandoned_at end
where cart.site_id = $1
and cart.id = $2
