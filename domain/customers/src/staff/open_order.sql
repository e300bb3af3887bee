-- Returns the number of the customer's oldest order that is not shipped yet. Such an order still needs its address.
select placed.number
from customer_orders theirs
join orders placed on placed.site_id = $1 and placed.id = theirs.id
where theirs.site_id = $1
and theirs.customer_id = $2
and theirs.status in ('pending', 'paid', 'processing')
order by theirs.created_at, theirs.id
limit 1
