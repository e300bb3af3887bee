-- Changes the stock of the ordered products. $3 is -1 to take the ordered pieces, or 1 to give them back.
--
-- If taking pieces leaves $5 or fewer, where more were left before, stores an event of the site's inbox.
with ordered as materialized (
    select item.product_id as id, sum(item.quantity)::bigint as quantity
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.stock_of = 'product'
    group by item.product_id
),
locked as materialized (
    select product.id
    from products product
    where product.site_id = $1
    and product.id = any (array(select ordered.id from ordered))
    order by product.id
    for no key update
),
adjusted as (
    update products product
    set quantity = greatest(product.quantity + $3 * ordered.quantity, 0)
    from locked
    join ordered on ordered.id = locked.id
    where product.site_id = $1
    and product.id = locked.id
    and product.quantity is not null
    returning product.id as product_id, null::bigint as variant_id, product.quantity, ordered.quantity as pieces
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
