-- Adds $3 pieces to the stock of the product $2 and stores the reason $4 and the actor $7, $8, $9, unless the stock is not
-- tracked, or would be negative or more than $6.
with adjusted as (
    update products product
    set quantity = product.quantity + $3
    where product.site_id = $1
    and product.id = $2
    and product.track_inventory
    and product.quantity between -$3::bigint and $6 - $3::bigint
    returning product.id, product.name, product.sku, product.quantity
),
stored as (
    insert into stock_adjustments (site_id, product_id, delta, reason, created_at, actor_kind, actor_id, actor_name)
    select $1, adjusted.id, $3, $4, $5, $7, $8, $9
    from adjusted
)
select adjusted.id as product_id, null::bigint as variant_id, adjusted.name as product_name, null::text as variant_name,
    adjusted.sku, adjusted.quantity
from adjusted
