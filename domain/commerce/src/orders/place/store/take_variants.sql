-- Takes $3 pieces of the variants $2, and returns the variants that had enough. Locks all of them by id first, so that
-- two checkouts cannot deadlock.
with locked as materialized (
    select variant.id
    from product_variants variant
    where variant.site_id = $1
    and variant.id = any ($2)
    order by variant.id
    for no key update
)
update product_variants variant
set quantity = variant.quantity - wanted.quantity
from locked
join unnest($2::bigint[], $3::bigint[]) as wanted (id, quantity) on wanted.id = locked.id
where variant.site_id = $1
and variant.id = locked.id
and variant.quantity >= wanted.quantity
returning variant.product_id, variant.id as variant_id, variant.quantity as left_over, wanted.quantity as taken
