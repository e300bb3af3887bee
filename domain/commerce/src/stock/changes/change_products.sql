-- Adds $3 pieces, which may be negative, to the stocks of the products $2. Locks all of them by id first, so that two
-- orders cannot deadlock. `left_over` is negative if the stock had too few pieces.
with locked as materialized (
    select product.id, product.quantity
    from products product
    where product.site_id = $1
    and product.id = any ($2)
    and product.quantity is not null
    order by product.id
    for no key update
)
update products product
set quantity = greatest(product.quantity + change.pieces, 0)
from locked
join unnest($2::bigint[], $3::bigint[]) as change (id, pieces) on change.id = locked.id
where product.site_id = $1
and product.id = locked.id
returning product.id as product_id, null::bigint as variant_id, locked.quantity + change.pieces as left_over,
    -change.pieces as taken
