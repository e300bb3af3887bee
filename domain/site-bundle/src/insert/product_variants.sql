insert into product_variants (
    site_id, id, product_id, name, sku, barcode, price, compare_at_price, cost_price, quantity, weight, length_in,
    width_in, height_in, image, active, created_at, updated_at
)
select $1, variant.id, item.id, coalesce(variant.name, ''), variant.sku, variant.barcode,
    coalesce(variant.price, 0), variant."compareAtPrice", variant."costPrice", variant.quantity, variant.weight,
    variant."lengthIn", variant."widthIn", variant."heightIn", variant.image, coalesce(variant.active, true),
    coalesce(variant."createdAt", $3), coalesce(variant."updatedAt", $3)
from jsonb_to_recordset($2) as item(id bigint, variants jsonb),
    jsonb_to_recordset(item.variants) as variant(
        id bigint, name text, sku text, barcode text, price bigint, "compareAtPrice" bigint, "costPrice" bigint,
        quantity bigint, weight text, "lengthIn" double precision, "widthIn" double precision,
        "heightIn" double precision, image text, active boolean, "createdAt" timestamptz, "updatedAt" timestamptz
    )
