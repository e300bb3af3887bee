update posts post
set published = false,
    scheduled_for = null,
    version = post.version + 1,
    updated_at = $3
where post.site_id = $1
and post.id = $2
