-- Locks the variants $2, and returns the stocks of those that exist.
select variant.id, case when product.track_inventory then variant.quantity end as stock
from product_variants variant
join products product on product.site_id = $1 and product.id = variant.product_id
where variant.site_id = $1
and variant.id = any ($2)
order by variant.id
for no key update of variant
