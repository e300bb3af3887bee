-- Adjusts the number of active products of the categories that the product has left ($2) and entered ($3). A null stays
-- null: the categories' products are then counted when a list needs their number.
update product_categories category
set active_products = category.active_products
    - (category.id is not distinct from $2)::integer
    + (category.id is not distinct from $3)::integer
where category.site_id = $1
and category.id in ($2::bigint, $3::bigint)
