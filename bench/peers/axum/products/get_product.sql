select
    product.id,
    product.name,
    product.description,
    product.short_description,
    product.price,
    product.compare_at_price,
    product.sku,
    product.barcode,
    product.track_inventory,
    product.quantity,
    product.weight,
    product.weight_unit,
    product.length_in,
    product.width_in,
    product.height_in,
    product.status,
    product.featured,
    product.is_designable,
    product.designable,
    product.seo_title,
    product.seo_description,
    product.tags,
    product.created_at,
    product.updated_at,
    category.id,
    category.name,
    category.slug
from products product
left join product_categories category
    on category.site_id = product.site_id and category.id = product.category_id and category.active
where product.site_id = $1
and product.slug = $2
and product.status = 'active'
