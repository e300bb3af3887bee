-- The product categories, each with its slug and whether it was created after $2. The first version is the time of
-- insertion in milliseconds.
select category.id, category.slug,
    coalesce(category.version > extract(epoch from $2::timestamptz) * 1000, true) as has_changed
from product_categories category
where category.site_id = $1
order by category.id
