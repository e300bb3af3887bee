-- Adds $4 pieces to the stock of the variant $3 of the product $2 and stores the reason $5 and the actor $8, $9, $10,
-- unless the stock is not tracked, or would be negative or more than $7.
with adjusted as (
    update product_variants variant
    set quantity = variant.quantity + $4
    from products product
    where product.site_id = $1
    and product.id = $2
    and product.track_inventory
    and variant.site_id = $1
    and variant.product_id = product.id
    and variant.id = $3
    and variant.quantity between -$4::bigint and $7 - $4::bigint
    returning variant.id, variant.product_id, product.name as product_name, variant.name,
        coalesce(variant.sku, product.sku) as sku, variant.quantity
),
stored as (
    insert into stock_adjustments (
        site_id, product_id, variant_id, delta, reason, created_at, actor_kind, actor_id, actor_name
    )
    select $1, adjusted.product_id, adjusted.id, $4, $5, $6, $8, $9, $10
    from adjusted
)
select adjusted.product_id, adjusted.id as variant_id, adjusted.product_name, adjusted.name as variant_name, adjusted.sku,
    adjusted.quantity
from adjusted
