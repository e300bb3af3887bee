select
    variant.id,
    variant.name,
    variant.sku,
    variant.barcode,
    variant.price,
    variant.compare_at_price,
    variant.quantity,
    variant.weight,
    variant.length_in,
    variant.width_in,
    variant.height_in,
    variant.image,
    variant.active,
    variant.created_at,
    variant.updated_at
from product_variants variant
where variant.site_id = $1
and variant.product_id = (select product.id from products product where product.site_id = $1 and product.slug = $2)
and variant.active
order by variant.id
