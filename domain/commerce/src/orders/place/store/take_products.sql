-- Takes $3 pieces of the products $2, and returns the products that had enough. Locks all of them by id first, so that
-- two checkouts cannot deadlock.
with locked as materialized (
    select product.id
    from products product
    where product.site_id = $1
    and product.id = any ($2)
    order by product.id
    for no key update
)
update products product
set quantity = product.quantity - wanted.quantity
from locked
join unnest($2::bigint[], $3::bigint[]) as wanted (id, quantity) on wanted.id = locked.id
where product.site_id = $1
and product.id = locked.id
and product.quantity >= wanted.quantity
returning product.id as product_id, null::bigint as variant_id, product.quantity as left_over, wanted.quantity as taken
