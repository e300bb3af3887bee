-- One row for the product, found by its id or else by its slug; no row when it is not there.
select
--[styles.sql]
from products product
where product.site_id = $1
and (product.id = $2 or product.slug = $3)
and product.status = 'active'
order by product.id = $2 desc
limit 1
