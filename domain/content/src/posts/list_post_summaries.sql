-- The posts $2, newest first.
select
    post.id,
    post.title,
    post.slug,
    post.post_type,
    post.status,
    post.excerpt,
    post.cover_image,
    post.published_at,
    post.scheduled_for,
    post.created_at,
    post.updated_at
from posts post
where post.site_id = $1
and post.id = any ($2::bigint[])
order by post.created_at desc, post.id desc
