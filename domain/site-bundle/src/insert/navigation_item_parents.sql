update navigation_items link
set parent_id = child.parent_id
from unnest($2::bigint[], $3::bigint[]) as child(id, parent_id)
where link.site_id = $1
and link.id = child.id
