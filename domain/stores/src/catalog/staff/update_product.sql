-- Applies the merge patch $4, whose keys are names of columns. A column that the patch lacks retains its value.
update products product
set (
        name, slug, description, short_description, status, category_id, price, compare_at_price, cost_price, sku,
        barcode, track_inventory, weight, weight_unit, length_in, width_in, height_in, featured, is_designable,
        designable, seo_title, seo_description, tags, metadata
    ) = (
        select
            patched.name,
            normalize(patched.slug, nfc),
            patched.description,
            patched.short_description,
            patched.status,
            patched.category_id,
            patched.price,
            patched.compare_at_price,
            patched.cost_price,
            patched.sku,
            patched.barcode,
            patched.track_inventory,
            patched.weight,
            patched.weight_unit,
            patched.length_in,
            patched.width_in,
            patched.height_in,
            patched.featured,
            patched.is_designable,
            patched.designable,
            patched.seo_title,
            patched.seo_description,
            patched.tags,
            patched.metadata
        from jsonb_populate_record(product, $4) patched
    ),
    version = product.version + 1,
    updated_at = $3
where product.site_id = $1
and product.id = $2
