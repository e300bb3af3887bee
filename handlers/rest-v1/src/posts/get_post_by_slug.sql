-- The caller may see the post $3 before it is published.
select
    post.id,
    post.title,
    post.slug,
    post.post_type,
    post.excerpt,
    post.content::text,
    post.cover_image,
    post.published,
    post.published_at,
    post.seo_title,
    post.seo_description,
    post.og_image,
    post.canonical_url,
    post.no_index,
    post.custom_css,
    post.custom_js,
    post.site_id as website_id,
    post.parent_post_id,
    post.created_at,
    post.updated_at,
    array_to_json(array(
        select json_build_object(
            'id', category.id, 'name', category.name, 'slug', category.slug, 'color', category.color
        )
        from post_categories filed
        join categories category on category.site_id = $1 and category.id = filed.category_id
        where filed.site_id = $1 and filed.post_id = post.id
        order by lower(category.name collate "und-x-icu"), category.id
    )) as categories,
    array_to_json(array(
        select json_build_object('id', tag.id, 'name', tag.name, 'slug', tag.slug)
        from post_tags tagged
        join tags tag on tag.site_id = $1 and tag.id = tagged.tag_id
        where tagged.site_id = $1 and tagged.post_id = post.id
        order by lower(tag.name collate "und-x-icu"), tag.id
    )) as tags
from posts post
where post.site_id = $1
and post.slug = normalize($2, nfc)
and (post.published or post.id = $3)
