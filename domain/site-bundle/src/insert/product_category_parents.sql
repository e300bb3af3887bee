update product_categories category
set parent_id = child.parent_id
from unnest($2::bigint[], $3::bigint[]) as child(id, parent_id)
where category.site_id = $1
and category.id = child.id
