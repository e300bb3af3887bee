update posts p
set parent_post_id = child.parent_id
from unnest($2::bigint[], $3::bigint[]) as child(id, parent_id)
where p.site_id = $1
and p.id = child.id
