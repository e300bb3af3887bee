-- A page of the published posts, and their total number. The page and the total are read from different indexes.
with parameters as (
    select $4::text as post_type
),
matching as not materialized (
    select post.id, post.published_at
    from posts post
    where post.site_id = $1
    and post.published
--[post_type] and post.post_type = $4
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
