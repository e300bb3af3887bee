-- Returns the stock of the variant $3 of the product $2, or of the product itself if $3 is null. A variant without a stock
-- takes its pieces from its product's, if that has one.
select
    product.name as product_name,
    variant.name as variant_name,
    coalesce(variant.sku, product.sku) as sku,
    $3::bigint is null or variant.id is not null as has_variant,
    product.track_inventory
        and ($3::bigint is null or variant.quantity is not null or product.quantity is null) as is_tracked,
    case when $3::bigint is null then product.quantity else variant.quantity end as quantity
from products product
left join product_variants variant
    on variant.site_id = $1
    and variant.product_id = product.id
    and variant.id = coalesce($3::bigint, 0)
where product.site_id = $1
and product.id = $2
