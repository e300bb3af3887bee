select cart.id
from carts cart
where cart.site_id = $1
and cart.id = (select placed.cart_id from orders placed where placed.site_id = $1 and placed.id = $2)
for update
