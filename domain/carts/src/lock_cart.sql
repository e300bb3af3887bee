-- By itself: a statement that waits for a lock still reads other tables as they were when it began.
select case when cart.expires_at > $3 then cart.id end as id
from carts cart
where cart.site_id = $1
and cart.session_id = $2
for update
