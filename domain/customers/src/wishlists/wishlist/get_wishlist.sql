-- Products that do not exist any more are left out.
select wishlist.id,
    wishlist.name,
    (
        select coalesce(
            json_agg(
--[item.sql]
                order by saved.added_at desc, saved.id desc
            ),
            '[]'
        )
        from wishlist_items saved
        -- Item by item: merged with all products of the site, these would all be read.
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
