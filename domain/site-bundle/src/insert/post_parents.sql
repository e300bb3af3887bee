update posts post
set parent_post_id = child.parent_id
from unnest($2::bigint[], $3::bigint[]) as child(id, parent_id)
where post.site_id = $1
and post.id = child.id
