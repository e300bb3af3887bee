-- Locks the products $2, and returns the stocks of those that exist.
select product.id, case when product.track_inventory then product.quantity end as stock
from products product
where product.site_id = $1
and product.id = any ($2)
order by product.id
for no key update
