-- Copies the product as a draft with the slug $3 and, unless null, the name $4. A stock of the copy is 0.
insert into products (
    site_id, version, name, slug, description, short_description, status, category_id, price, compare_at_price, cost_price,
    track_inventory, quantity, weight, weight_unit, length_in, width_in, height_in, featured, is_designable, designable,
    seo_title, seo_description, tags, metadata, created_at, updated_at
)
select
    $1,
    (extract(epoch from $5::timestamptz) * 1000)::bigint,
    coalesce($4, product.name),
    normalize($3, nfc),
    product.description,
    product.short_description,
    'draft',
    product.category_id,
    product.price,
    product.compare_at_price,
    product.cost_price,
    product.track_inventory,
    case when product.quantity is not null then 0 end,
    product.weight,
    product.weight_unit,
    product.length_in,
    product.width_in,
    product.height_in,
    product.featured,
    product.is_designable,
    product.designable,
    product.seo_title,
    product.seo_description,
    product.tags,
    product.metadata,
    $5,
    $5
from products product
where product.site_id = $1
and product.id = $2
returning id
