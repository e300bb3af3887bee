-- Removes the categories $2 to which no product and no category belongs.
delete from product_categories category
where category.site_id = $1
and category.id = any ($2)
and not exists (
    select
    from products product
    where product.site_id = $1
    and product.category_id = category.id
)
and not exists (
    select
    from product_categories child
    where child.site_id = $1
    and child.parent_id = category.id
)
returning category.id
