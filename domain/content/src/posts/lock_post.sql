select post.version, post.status
from posts post
where post.site_id = $1
and post.id = $2
for no key update
