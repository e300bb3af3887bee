-- Finds the cart that recover.sql would recover, without invalidating the token.
select cart.id
from carts cart
where cart.site_id = $1
and cart.recovery_sha256 = $2
and cart.recovery_expires_at > $3
