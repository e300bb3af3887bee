select cart.id, cart.expires_at > now() as is_current
from carts cart
where cart.site_id = $1
and cart.session_id = $2
for update
