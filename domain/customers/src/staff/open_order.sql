-- One of the customer's orders that has still to be sent, for which its address is needed.
with
--[their_orders.sql]
select placed.number
from theirs
join orders placed on placed.site_id = $1 and placed.id = theirs.id
where theirs.status in ('pending', 'paid', 'processing')
order by theirs.created_at, theirs.id
limit 1
