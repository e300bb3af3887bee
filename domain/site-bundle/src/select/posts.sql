select row_to_json(item)::text
from (
    select post.id, post.title, post.slug, post.post_type as "postType", post.excerpt, post.content,
        post.cover_image as "coverImage", post.published,
        to_char(post.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt",
        to_char(post.scheduled_for at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledFor",
        post.seo_title as "seoTitle", post.seo_description as "seoDescription", post.og_image as "ogImage",
        post.canonical_url as "canonicalUrl", post.no_index as "noIndex", post.custom_css as "customCss",
        post.custom_js as "customJs", post.parent_post_id as "parentPostId",
        to_char(post.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        to_char(post.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
        array(
            select filed.category_id
            from post_categories filed
            where filed.site_id = $1
            and filed.post_id = post.id
            order by filed.category_id
        ) as "categoryIds",
        array(
            select tagged.tag_id
            from post_tags tagged
            where tagged.site_id = $1
            and tagged.post_id = post.id
            order by tagged.tag_id
        ) as "tagIds"
    from posts post
    where post.site_id = $1
--[some] and post.id = any($2)
    order by post.id
) item
