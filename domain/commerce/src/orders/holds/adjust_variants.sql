-- Changes the stock of the ordered variants. $3 is -1 to take the ordered pieces, or 1 to give them back.
--
-- If taking pieces leaves $5 or fewer, where more were left before, stores an event of the site's inbox.
with ordered as materialized (
    select item.variant_id as id, sum(item.quantity)::bigint as quantity
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.stock_of = 'variant'
    group by item.variant_id
),
locked as materialized (
    select variant.id
    from product_variants variant
    where variant.site_id = $1
    and variant.id = any (array(select ordered.id from ordered))
    order by variant.id
    for no key update
),
adjusted as (
    update product_variants variant
    set quantity = greatest(variant.quantity + $3 * ordered.quantity, 0)
    from locked
    join ordered on ordered.id = locked.id
    where variant.site_id = $1
    and variant.id = locked.id
    and variant.quantity is not null
    returning variant.product_id, variant.id as variant_id, variant.quantity, ordered.quantity as pieces
)
insert into inbox_events (site_id, kind, data, occurred_at)
select
    $1,
    'stockLow',
    jsonb_build_object(
        'productId', adjusted.product_id, 'variantId', adjusted.variant_id, 'quantity', adjusted.quantity
    ),
    $4
from adjusted
where $3 < 0
and adjusted.quantity <= $5
and adjusted.quantity + adjusted.pieces > $5
