update posts post
set published = true,
    published_at = post.scheduled_for,
    scheduled_for = null,
    version = post.version + 1,
    updated_at = $2
where post.site_id = $1
and post.scheduled_for <= $2
returning post.id
