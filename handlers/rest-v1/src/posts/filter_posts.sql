-- A page of the published posts that match the filters, and their total number. $1 site, $2 page size, $3 offset, $4
-- post type, $5 category, $6 tag, $7 text in the title.
with parameters as (
    select $4::text as post_type, $5::text as category, $6::text as tag, $7::text as title
),
-- Materialized, so that the page and the total share one look-up. The posts of a category or a tag are arrays, so that
-- the cost grows with the length of the array and not with the number of the site's posts.
matching as materialized (
    select post.id, post.published_at
    from posts post
    where post.site_id = $1
    and post.published
--[post_type] and post.post_type = $4
--[category] and post.id = any (array(
--[category]     select filed.post_id
--[category]     from categories category
--[category]     join post_categories filed on filed.site_id = $1 and filed.category_id = category.id
--[category]     where category.site_id = $1 and category.slug = $5
--[category] ))
--[tag] and post.id = any (array(
--[tag]     select tagged.post_id
--[tag]     from tags tag
--[tag]     join post_tags tagged on tagged.site_id = $1 and tagged.tag_id = tag.id
--[tag]     where tag.site_id = $1 and tag.slug = $6
--[tag] ))
-- One array for category and tag, because Postgres compares every id of one array with every id of the other. With
-- 50,000 posts in the category and 33,000 with the tag, two arrays took 80 s and one takes 75 ms.
--[category_and_tag] and post.id = any (array(
--[category_and_tag]     select filed.post_id
--[category_and_tag]     from categories category
--[category_and_tag]     join post_categories filed on filed.site_id = $1 and filed.category_id = category.id
--[category_and_tag]     where category.site_id = $1 and category.slug = $5
--[category_and_tag]     intersect
--[category_and_tag]     select tagged.post_id
--[category_and_tag]     from tags tag
--[category_and_tag]     join post_tags tagged on tagged.site_id = $1 and tagged.tag_id = tag.id
--[category_and_tag]     where tag.site_id = $1 and tag.slug = $6
--[category_and_tag] ))
--[title] and post.search_text like (select lower($7 collate "und-x-icu"))
-- For text that is too short for the trigram index. `like all` prevents Postgres from using that index, and filters the
-- posts that the other conditions find.
--[short_title] and post.search_text like all (array(select lower($7 collate "und-x-icu")))
),
page as (
    select listed.*
    from (
        select matching.id, matching.published_at
        from matching
        order by matching.published_at desc nulls last, matching.id desc
        -- A page has at most 100 items. The limit is a literal because Postgres assumes that a parameter selects a
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
