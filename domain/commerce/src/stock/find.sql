-- Returns whether the variant $3 of the product $2 exists, and its stock, or that of the product if $3 is null. A stock
-- that is not tracked is null.
select
    $3::bigint is null or variant.id is not null as has_variant,
    case when product.track_inventory then case when $3::bigint is null then product.quantity else variant.quantity end end as quantity
from products product
left join product_variants variant
    on variant.site_id = $1
    and variant.product_id = product.id
    and variant.id = coalesce($3::bigint, 0)
where product.site_id = $1
and product.id = $2
