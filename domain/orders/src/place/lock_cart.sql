-- By itself: a statement that waits for a lock still reads other tables as they were when it began.
select cart.id
from carts cart
where cart.site_id = $1
and cart.session_id = $2
and cart.expires_at > $3
for update
