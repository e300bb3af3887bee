-- A page of the published posts of type `page`, beside how many there are in all.
with parameters as (
    select $1::bigint as site_id, $2::bigint as "limit", $3::bigint as "offset", $4::text as title
),
-- Found titles are looked up once for page and total; else each of the two reads the index.
matching as
--[!search] not materialized
(
    select post.id, post.published_at
    from posts post
    where post.site_id = $1
    and post.post_type = 'page'
    and post.published
--[search] and lower(post.title collate "und-x-icu") like (select lower($4 collate "und-x-icu"))
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
