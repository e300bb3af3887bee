-- The pieces of the parcel, one row each. They are the variants in $2, and the products in $3 that have no variant in
-- $2. Variants and products that are not active are left out.
with variants as (
    select
        variant.product_id,
        coalesce(variant.sku, product.sku) as sku,
        coalesce(variant.weight, product.weight) as weight,
        product.weight_unit,
        coalesce(variant.length_in, product.length_in) as length_in,
        coalesce(variant.width_in, product.width_in) as width_in,
        coalesce(variant.height_in, product.height_in) as height_in,
        named.position
    from unnest($2::bigint[]) with ordinality as named(id, position)
    join product_variants variant on variant.site_id = $1 and variant.id = named.id and variant.active
    join products product
        on product.site_id = $1 and product.id = variant.product_id and product.status = 'active'
)
select 1::bigint as quantity, sku, weight, weight_unit, length_in, width_in, height_in
from (
    select 1 as part, position, sku, weight, weight_unit, length_in, width_in, height_in
    from variants
    union all
    select
        2, named.position, product.sku, product.weight, product.weight_unit, product.length_in, product.width_in,
        product.height_in
    from unnest($3::bigint[]) with ordinality as named(id, position)
    join products product on product.site_id = $1 and product.id = named.id and product.status = 'active'
    where product.id not in (select product_id from variants)
) pieces
order by part, position
