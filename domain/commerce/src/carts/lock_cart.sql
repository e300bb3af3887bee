-- Locks the cart in a separate statement. A statement that waits for a lock still reads other tables as they were when
-- the statement began, so the caller reads the cart's lines in a later statement.
select cart.id, cart.expires_at > $3 as is_current
from carts cart
where cart.site_id = $1
and cart.session_id = $2
for update
