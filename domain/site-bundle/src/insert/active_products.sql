-- Counts the active products of the site and of each category. Runs after all products are inserted.
with of_categories as (
    update product_categories category
    set active_products = (
        select count(*)
        from products product
        where product.site_id = $1
        and product.category_id = category.id
        and product.status = 'active'
    )
    where category.site_id = $1
)
update stores store
set active_products = (
    select count(*)
    from products product
    where product.site_id = $1
    and product.status = 'active'
)
where store.site_id = $1
