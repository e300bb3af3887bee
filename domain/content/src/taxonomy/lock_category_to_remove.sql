select
from categories category
where category.site_id = $1
and category.id = $2
for update
