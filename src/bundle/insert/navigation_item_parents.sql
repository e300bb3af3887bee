update navigation_items n
set parent_id = child.parent_id
from unnest($2::bigint[], $3::bigint[]) as child(id, parent_id)
where n.site_id = $1
and n.id = child.id
