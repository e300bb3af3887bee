-- Lists tracked stocks, lowest first. The list begins after the quantity $2 of the product $3 and its variant $4, which
-- is 0 for the stock of the product itself. The literal limits are those of the longest page, and one more, because the
-- query plan depends on the limit.
with lowest as (
    (
        select product.quantity, product.id as product_id, 0::bigint as variant_id, product.name as product_name,
            null::text as variant_name, product.sku
        from products product
        where product.site_id = $1
        and product.track_inventory
        and product.status <> 'archived'
        and product.quantity >= 0
        and (product.quantity, product.id, 0::bigint) > ($2, $3, $4)
        order by product.quantity, product.id
        limit 101
    )
    union all
    (
        select variant.quantity, variant.product_id, variant.id, product.name, variant.name,
            coalesce(variant.sku, product.sku)
        from product_variants variant
        join products product
            on product.site_id = $1
            and product.id = variant.product_id
            and product.track_inventory
            and product.status <> 'archived'
        where variant.site_id = $1
        and variant.quantity >= 0
        and (variant.quantity, variant.product_id, variant.id) > ($2, $3, $4)
        order by variant.quantity, variant.product_id, variant.id
        limit 101
    )
)
select lowest.product_id, nullif(lowest.variant_id, 0) as variant_id, lowest.product_name, lowest.variant_name, lowest.sku,
    lowest.quantity
from lowest
order by lowest.quantity, lowest.product_id, lowest.variant_id
limit $5
