select category.id, category.parent_id
from product_categories category
where category.site_id = $1
