select
    category.id,
    category.version,
    category.name,
    category.slug,
    category.description,
    category.image,
    category.parent_id,
    category.position as "order",
    category.active,
    -- The stored number is missing if an older release imported the site. Only then are the products counted here.
    coalesce(
        category.active_products,
        (
            select count(*)
            from products product
            where product.site_id = $1
            and product.category_id = category.id
            and product.status = 'active'
        )
    ) as product_count
from product_categories category
where category.site_id = $1
--[one] and category.id = $2
order by category.position, lower(category.name collate "und-x-icu"), category.id
