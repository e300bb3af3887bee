select
    exists (
        select
        from products product
        where product.site_id = $1
        and product.category_id = $2
    ) as has_products,
    exists (
        select
        from product_categories child
        where child.site_id = $1
        and child.parent_id = $2
    ) as has_subcategories
