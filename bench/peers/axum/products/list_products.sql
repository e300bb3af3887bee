select
    product.id,
    product.name,
    product.slug,
    product.short_description,
    product.price,
    product.compare_at_price,
    product.featured,
    category.id,
    category.name,
    (
        select image.url
        from product_images image
        where image.site_id = product.site_id and image.product_id = product.id
        order by image.position, image.id
        limit 1
    ),
    product.created_at
from products product
left join product_categories category
    on category.site_id = product.site_id and category.id = product.category_id and category.active
where product.site_id = $1
and product.status = 'active'
order by product.created_at desc, product.id desc
limit $2 offset $3
