-- Applies the merge patch $5, whose keys are names of columns. A column that the patch lacks retains its value.
update product_variants variant
set (
        name, price, compare_at_price, cost_price, sku, barcode, weight, length_in, width_in, height_in, image, active
    ) = (
        select
            patched.name,
            patched.price,
            patched.compare_at_price,
            patched.cost_price,
            patched.sku,
            patched.barcode,
            patched.weight,
            patched.length_in,
            patched.width_in,
            patched.height_in,
            patched.image,
            patched.active
        from jsonb_populate_record(variant, $5) patched
    ),
    version = variant.version + 1,
    updated_at = $4
where variant.site_id = $1
and variant.product_id = $2
and variant.id = $3
