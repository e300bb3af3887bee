select line.id, line.product_id, line.variant_id, line.quantity, line.created_at
from carts cart
join cart_items line on line.site_id = $1 and line.cart_id = cart.id
where cart.site_id = $1
and cart.session_id = $2
and line.design_id is null
