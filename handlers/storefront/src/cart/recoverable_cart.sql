-- What `recover_cart.sql` would recover.
select c.id
from carts c
where c.site_id = $1
and c.recovery_sha256 = $2
and c.recovery_expires_at > $3
