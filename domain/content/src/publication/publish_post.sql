-- A post that was published before, or that has a publication date already, retains it.
update posts post
set published = true,
    published_at = coalesce(post.published_at, $3),
    scheduled_for = null,
    version = post.version + 1,
    updated_at = $3
where post.site_id = $1
and post.id = $2
