-- Returns the customer's wishlist, without items whose products no longer exist.
select wishlist.id,
    wishlist.name,
    (
        select coalesce(
            json_agg(
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
                        'status', case when product.status = 'archived' then 'inactive' else product.status end,
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
                order by saved.added_at desc, saved.id desc
            ),
            '[]'
        )
        from wishlist_items saved
        -- The subquery looks up each item's product, because a join would read all products of the site.
        cross join lateral (
            select product.id, product.name, product.slug, product.price, product.compare_at_price, product.status
            from products product
            where product.site_id = $1
            and product.id = saved.product_id
            limit 1
        ) product
        where saved.site_id = $1
        and saved.wishlist_id = wishlist.id
    ) as items
from wishlists wishlist
where wishlist.site_id = $1
and wishlist.customer_id = $2
