-- A page of the published posts that match the filters, and their total number. Parameters:
-- - $1 is the site, $2 the size of the page, $3 the offset.
-- - $4 is the post type, $5 the category's slug, $6 the tag's slug, $7 the pattern for the title.
with parameters as (
    select $4::text as post_type, $5::text as category, $6::text as tag, $7::text as title
),
-- All posts are read twice: the page and the total are read from different indexes. The conditions on category and tag
-- compare with an array of post ids. Their cost therefore grows with the array and not with the number of the site's
-- posts.
matching as
--[all] not materialized
(
    select post.id, post.published_at
    from posts post
    where post.site_id = $1
    and post.published
--[post_type] and post.post_type = $4
--[category] and post.id = any (array(
--[category]     select filed.post_id
--[category]     from categories category
--[category]     join post_categories filed on filed.site_id = $1 and filed.category_id = category.id
--[category]     where category.site_id = $1 and category.slug = normalize($5, nfc)
--[category] ))
--[tag] and post.id = any (array(
--[tag]     select tagged.post_id
--[tag]     from tags tag
--[tag]     join post_tags tagged on tagged.site_id = $1 and tagged.tag_id = tag.id
--[tag]     where tag.site_id = $1 and tag.slug = normalize($6, nfc)
--[tag] ))
-- If there are a category and a tag, one array has the posts with both. With two arrays, Postgres would compare every
-- id of one with every id of the other: with 50,000 posts in the category and 33,000 with the tag, that took 80 s
-- instead of 75 ms.
--[category_and_tag] and post.id = any (array(
--[category_and_tag]     select filed.post_id
--[category_and_tag]     from categories category
--[category_and_tag]     join post_categories filed on filed.site_id = $1 and filed.category_id = category.id
--[category_and_tag]     where category.site_id = $1 and category.slug = normalize($5, nfc)
--[category_and_tag]     intersect
--[category_and_tag]     select tagged.post_id
--[category_and_tag]     from tags tag
--[category_and_tag]     join post_tags tagged on tagged.site_id = $1 and tagged.tag_id = tag.id
--[category_and_tag]     where tag.site_id = $1 and tag.slug = normalize($6, nfc)
--[category_and_tag] ))
--[title] and post.folded_text like (select upper(lower($7 collate "und-x-icu")))
-- This condition is for text that is too short for the trigram index. `like all` prevents Postgres from using the
-- index. The condition then filters the posts that the other conditions find.
--[short_title] and post.folded_text like all (array(select upper(lower($7 collate "und-x-icu"))))
),
page as (
    select listed.*
    from (
        select matching.id, matching.published_at
        from matching
        order by matching.published_at desc nulls last, matching.id desc
        -- A page has at most 100 items. The limit is a literal, because the planner assumes that `limit $2` returns a
        -- tenth of the rows.
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
