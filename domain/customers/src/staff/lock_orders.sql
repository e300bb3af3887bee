-- On Citus, an expression that locks rows may read only their table. So a common table expression finds the orders first.
with theirs as materialized (
    select theirs.id
    from customer_orders theirs
    where theirs.site_id = $1
    and theirs.customer_id = $2
)
select placed.id
from orders placed
where placed.site_id = $1
and placed.id = any (array(select theirs.id from theirs))
order by placed.id
for update
