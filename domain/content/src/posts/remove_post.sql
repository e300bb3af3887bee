delete from posts post
where post.site_id = $1
and post.id = $2
