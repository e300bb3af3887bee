-- Adds a variant from the object $4, whose keys are names of columns, unless the product has $5 variants.
-- `stock_quantity` is the opening stock. The first version is the time in milliseconds.
insert into product_variants (
    site_id, product_id, version, name, price, compare_at_price, cost_price, sku, barcode, quantity, weight, length_in,
    width_in, height_in, image, active, created_at, updated_at
)
select
    $1,
    $2,
    (extract(epoch from $3::timestamptz) * 1000)::bigint,
    created.name,
    created.price,
    created.compare_at_price,
    created.cost_price,
    created.sku,
    created.barcode,
    ($4::jsonb ->> 'stock_quantity')::bigint,
    created.weight,
    created.length_in,
    created.width_in,
    created.height_in,
    created.image,
    created.active,
    $3,
    $3
from jsonb_populate_record(null::product_variants, $4) created
where (
    select count(*)
    from product_variants variant
    where variant.site_id = $1
    and variant.product_id = $2
) < $5
returning id
