select
    category.id,
    category.name,
    category.slug,
    category.description,
    category.image,
    parent.id as parent_id,
    category.position as "order",
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
-- A parent that is not active is omitted.
left join product_categories parent
    on parent.site_id = $1 and parent.id = category.parent_id and parent.active
where category.site_id = $1
and category.active
order by category.position, lower(category.name collate "und-x-icu"), category.id
