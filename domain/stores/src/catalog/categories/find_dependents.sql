select
    exists (
        select
        from products product
        where product.site_id = $1
        and product.category_id = category.id
    ) as has_products,
    exists (
        select
        from product_categories child
        where child.site_id = $1
        and child.parent_id = category.id
    ) as has_subcategories
from product_categories category
where category.site_id = $1
and category.id = $2
