-- An active product with its styles. `public` is what everyone may see.
with parameters as (
    select $1::bigint as site_id, $2::bigint as id, $3::text[] as metadata_keys
)
select
--[product.sql]
--[styles.sql]
from products product
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
where product.site_id = $1
and product.id = $2
and product.status = 'active'
