select placed.id
from customer_orders theirs
join orders placed on placed.site_id = $1 and placed.id = theirs.id
where theirs.site_id = $1
and theirs.customer_id = $2
order by placed.id
for update of placed
