-- Adds $3 pieces, which may be negative, to the stocks of the variants $2. Locks all of them by id first, so that two
-- orders cannot deadlock. `left_over` is negative if the stock had too few pieces.
with locked as materialized (
    select variant.id, variant.quantity
    from product_variants variant
    where variant.site_id = $1
    and variant.id = any ($2)
    and variant.quantity is not null
    order by variant.id
    for no key update
)
update product_variants variant
set quantity = greatest(variant.quantity + change.pieces, 0)
from locked
join unnest($2::bigint[], $3::bigint[]) as change (id, pieces) on change.id = locked.id
where variant.site_id = $1
and variant.id = locked.id
returning variant.product_id, variant.id as variant_id, locked.quantity + change.pieces as left_over,
    -change.pieces as taken
