-- Adjusts the number of active products of the categories that the product has left ($2) and entered ($3). A null stays
-- null: the categories' products are then counted when a list needs their number.
--
-- Locks the rows in the order of their ids, so that two changes do not wait for each other.
with locked as materialized (
    select category.id
    from product_categories category
    where category.site_id = $1
    and category.id in ($2::bigint, $3::bigint)
    order by category.id
    for no key update
)
update product_categories category
set active_products = category.active_products
    - (category.id is not distinct from $2)::integer
    + (category.id is not distinct from $3)::integer
from locked
where category.site_id = $1
and category.id = locked.id
