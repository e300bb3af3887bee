select category.version
from categories category
where category.site_id = $1
and category.id = $2
for no key update
