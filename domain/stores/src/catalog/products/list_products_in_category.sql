-- A page of the active products of the active category with the slug $4, and the total number of these products. An
-- import stores the total in `product_categories.active_products`. If an older release imported the site, the column is
-- null, and the products are counted here.
with chosen as (
    select category.id, category.name, category.active_products
    from product_categories category
    where category.site_id = $1
    and category.slug = normalize($4, nfc)
    and category.active
)
select
    coalesce(
        (select chosen.active_products from chosen),
        (
            select count(*)
            from products product
            where product.site_id = $1
            and product.category_id = (select chosen.id from chosen)
            and product.status = 'active'
        )
    ) as total,
    product.id,
    product.name,
    product.slug,
    product.short_description,
    product.price,
    product.compare_at_price,
    product.featured,
    chosen.id as category_id,
    chosen.name as category_name,
    (
        select image.url
        from product_images image
        where image.site_id = $1 and image.product_id = product.id
        order by image.position, image.id
        limit 1
    ) as image,
    product.created_at
from (select) one
left join (
    select listed.id
    from (
        select product.id
        from products product
        where product.site_id = $1
        and product.category_id = (select chosen.id from chosen)
        and product.status = 'active'
--[newest]         order by product.created_at desc, product.id desc
--[price_asc]         order by product.price, product.id desc
--[price_desc]         order by product.price desc, product.id desc
--[featured]         order by product.featured desc, product.created_at desc, product.id desc
        -- A page has at most 100 items. The limit is a literal, because the planner assumes that `limit $2` returns a
        -- tenth of the rows.
        limit 100 offset $3
    ) listed
    limit $2
) page on true
left join products product on product.site_id = $1 and product.id = page.id
left join chosen on chosen.id = product.category_id
--[newest] order by product.created_at desc, product.id desc
--[price_asc] order by product.price, product.id desc
--[price_desc] order by product.price desc, product.id desc
--[featured] order by product.featured desc, product.created_at desc, product.id desc
