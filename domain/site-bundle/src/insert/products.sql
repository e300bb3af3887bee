insert into products (
    site_id, id, category_id, name, slug, description, short_description, price, compare_at_price, cost_price, sku,
    barcode, track_inventory, quantity, weight, weight_unit, length_in, width_in, height_in, status, featured,
    is_designable, designable, seo_title, seo_description, tags, metadata, created_at, updated_at
)
select $1, item.id, item."categoryId", coalesce(item.name, ''), normalize(coalesce(item.slug, ''), nfc), item.description,
    item."shortDescription", coalesce(item.price, 0), item."compareAtPrice", item."costPrice", item.sku,
    item.barcode, coalesce(item."trackInventory", false), item.quantity, item.weight, item."weightUnit",
    item."lengthIn", item."widthIn", item."heightIn", coalesce(item.status, 'active'),
    coalesce(item.featured, false), coalesce(item."isDesignable", false), coalesce(item.designable, false),
    item."seoTitle", item."seoDescription", item.tags, item.metadata, coalesce(item."createdAt", $3),
    coalesce(item."updatedAt", $3)
from jsonb_to_recordset($2) as item(
    id bigint, "categoryId" bigint, name text, slug text, description text, "shortDescription" text, price bigint,
    "compareAtPrice" bigint, "costPrice" bigint, sku text, barcode text, "trackInventory" boolean,
    quantity bigint, weight text, "weightUnit" text, "lengthIn" double precision, "widthIn" double precision,
    "heightIn" double precision, status text, featured boolean, "isDesignable" boolean, designable boolean,
    "seoTitle" text, "seoDescription" text, tags text[], metadata jsonb, "createdAt" timestamptz,
    "updatedAt" timestamptz
)
