update product_categories c
set parent_id = child.parent_id
from unnest($2::bigint[], $3::bigint[]) as child(id, parent_id)
where c.site_id = $1
and c.id = child.id
