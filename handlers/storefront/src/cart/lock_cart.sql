select cart.id
from carts cart
where cart.site_id = $1
and cart.session_id = $2
for update
