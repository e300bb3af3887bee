select
    post.id,
    post.version,
    post.title,
    post.slug,
    post.post_type,
    post.status,
    post.excerpt,
    post.content,
    post.cover_image,
    post.published_at,
    post.scheduled_for,
    post.seo_title,
    post.seo_description,
    post.og_image,
    post.canonical_url,
    post.no_index,
    post.custom_css,
    post.custom_js,
    post.parent_post_id,
    array(
        select filed.category_id
        from post_categories filed
        where filed.site_id = $1 and filed.post_id = post.id
        order by filed.category_id
    ) as category_ids,
    array(
        select tagged.tag_id
        from post_tags tagged
        where tagged.site_id = $1 and tagged.post_id = post.id
        order by tagged.tag_id
    ) as tag_ids,
    post.created_at,
    post.updated_at
from posts post
where post.site_id = $1
and post.id = $2
