-- Creates a product from the object $3, whose keys are names of columns. `stock_quantity` is the opening stock. The
-- first version is the time in milliseconds.
insert into products (
    site_id, version, name, slug, description, short_description, status, category_id, price, compare_at_price, cost_price,
    sku, barcode, track_inventory, quantity, weight, weight_unit, length_in, width_in, height_in, featured, is_designable,
    designable, seo_title, seo_description, tags, metadata, created_at, updated_at
)
select
    $1,
    (extract(epoch from $2::timestamptz) * 1000)::bigint,
    created.name,
    normalize(created.slug, nfc),
    created.description,
    created.short_description,
    created.status,
    created.category_id,
    created.price,
    created.compare_at_price,
    created.cost_price,
    created.sku,
    created.barcode,
    created.track_inventory,
    ($3::jsonb ->> 'stock_quantity')::bigint,
    created.weight,
    created.weight_unit,
    created.length_in,
    created.width_in,
    created.height_in,
    created.featured,
    created.is_designable,
    created.designable,
    created.seo_title,
    created.seo_description,
    created.tags,
    created.metadata,
    $2,
    $2
from jsonb_populate_record(null::products, $3) created
returning id
