-- Locks each ordered variant that still exists, and returns whether its stock suffices.
with ordered as materialized (
    select
        item.variant_id as id,
        sum(item.quantity) filter (where item.stock_of = 'variant') as quantity
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.variant_id is not null
    group by item.variant_id
)
select
    coalesce(ordered.quantity <= variant.quantity, true) or not product.track_inventory as is_left
from product_variants variant
join ordered on ordered.id = variant.id
join products product on product.site_id = $1 and product.id = variant.product_id
where variant.site_id = $1
order by variant.id
for no key update of variant
