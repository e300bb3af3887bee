select row_to_json(item)::text
from (
    select p.id, p.title, p.slug, p.post_type as "postType", p.excerpt, p.content, p.cover_image as "coverImage",
        p.published, to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt",
        p.seo_title as "seoTitle", p.seo_description as "seoDescription", p.og_image as "ogImage",
        p.canonical_url as "canonicalUrl", p.no_index as "noIndex", p.custom_css as "customCss",
        p.custom_js as "customJs", p.parent_post_id as "parentPostId",
        to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
        array(
            select c.category_id
            from post_categories c
            where c.site_id = $1
            and c.post_id = p.id
            order by c.category_id
        ) as "categoryIds",
        array(
            select t.tag_id
            from post_tags t
            where t.site_id = $1
            and t.post_id = p.id
            order by t.tag_id
        ) as "tagIds"
    from posts p
    where p.site_id = $1
    order by p.id
) item
