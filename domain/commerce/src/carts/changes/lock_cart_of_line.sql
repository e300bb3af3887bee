-- Locks the cart of the line $2. If $3 is null, the line may be in the cart of any session. Another transaction may
-- have deleted the line while this statement waited for the lock.
select cart.id as cart_id, cart.session_id, line.product_id, line.variant_id
from cart_items line
join carts cart on cart.site_id = $1 and cart.id = line.cart_id
where line.site_id = $1
and line.id = $2
and cart.expires_at > $4
and (cart.session_id = $3::text) is not false
for update of cart
