select cart.id
from carts cart
where cart.site_id = $1
and cart.id = (select o.cart_id from orders o where o.site_id = $1 and o.id = $2)
for update
