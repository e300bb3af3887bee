-- The item `saved` of a list of site $1 with its `product`, as JSON.
json_build_object(
    'id', saved.id,
    'productId', saved.product_id,
    'variantId', saved.variant_id,
    'addedAt', saved.added_at,
    'product', json_build_object(
        'name', product.name,
        'slug', product.slug,
        'price', product.price,
        'compareAtPrice', product.compare_at_price,
        'status', product.status,
        'image', (
            select image.url
            from product_images image
            where image.site_id = $1
            and image.product_id = product.id
            order by image.position, image.id
            limit 1
        )
    )
)
