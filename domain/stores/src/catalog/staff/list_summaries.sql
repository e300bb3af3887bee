-- The products $2, newest first.
select
    product.id,
    product.name,
    product.slug,
    product.status,
    product.category_id,
    product.price,
    product.sku,
    product.track_inventory,
    product.quantity,
    (
        select count(*)
        from product_variants variant
        where variant.site_id = $1 and variant.product_id = product.id
    ) as variant_count,
    (
        select image.url
        from product_images image
        where image.site_id = $1 and image.product_id = product.id
        order by image.position, image.id
        limit 1
    ) as image,
    product.created_at,
    product.updated_at
from products product
where product.site_id = $1
and product.id = any ($2::bigint[])
order by product.created_at desc, product.id desc
