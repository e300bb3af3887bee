-- Locks all categories of the site, in the order in which changes of products lock them.
select category.id
from product_categories category
where category.site_id = $1
order by category.id
for no key update
