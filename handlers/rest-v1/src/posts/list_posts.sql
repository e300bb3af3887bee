-- A page of the published posts, beside how many there are in all.
with parameters as (
    select $1::bigint as site_id, $2::bigint as "limit", $3::bigint as "offset",
        $4::text as post_type, $5::text as category, $6::text as tag, $7::text as title
),
-- What these filters find is looked up once for page and total; else each reads its own index.
matching as
--[!category !tag search:none] not materialized
(
    select post.id, post.published_at
    from posts post
    where post.site_id = $1
    and post.published
--[postType] and post.post_type = $4
-- An array, so that the cost grows with the category's posts and not with the site's.
--[category|tag] and post.id = any (array(
--[category]     select filed.post_id
--[category]     from categories category
--[category]     join post_categories filed on filed.site_id = $1 and filed.category_id = category.id
--[category]     where category.site_id = $1 and category.slug = $5
--[category tag]     intersect
--[tag]     select tagged.post_id
--[tag]     from tags tag
--[tag]     join post_tags tagged on tagged.site_id = $1 and tagged.tag_id = tag.id
--[tag]     where tag.site_id = $1 and tag.slug = $6
--[category|tag] ))
--[search:by_index] and post.search_text like (select lower($7 collate "und-x-icu"))
-- Text that is too short for the index filters what is there.
--[search:by_scan] and post.search_text like all (array(select lower($7 collate "und-x-icu")))
),
page as (
    select listed.*
    from (
        select matching.id, matching.published_at
        from matching
        order by matching.published_at desc nulls last, matching.id desc
        -- A page has at most 100 items. A number, not a parameter: the plan rests on it.
        limit 100 offset $3
    ) listed
    limit $2
)
select
    (select count(*) from matching) as total,
    post.id,
    post.title,
    post.slug,
    post.post_type,
    post.excerpt,
    post.cover_image,
    post.published_at
from (select) one
left join page on true
left join posts post on post.site_id = $1 and post.id = page.id
order by page.published_at desc nulls last, page.id desc
