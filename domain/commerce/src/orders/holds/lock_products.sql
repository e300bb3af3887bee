-- Locks each ordered product that still exists, and returns whether its stock suffices.
with ordered as materialized (
    select
        item.product_id as id,
        sum(item.quantity) filter (where item.stock_of = 'product') as quantity
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    group by item.product_id
)
select
    coalesce(ordered.quantity <= product.quantity, true) or not product.track_inventory as is_left
from products product
join ordered on ordered.id = product.id
where product.site_id = $1
order by product.id
for no key update of product
