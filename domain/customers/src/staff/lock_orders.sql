select placed.id
from orders placed
where placed.site_id = $1
and placed.id = any (
    array(
        select theirs.id
        from customer_orders theirs
        where theirs.site_id = $1
        and theirs.customer_id = $2
    )
)
order by placed.id
for update
