-- A page of the media, and their total number. The page and the total each read the index.
with matching as not materialized (
    select file.id, file.created_at
    from media file
    where file.site_id = $1
),
page as (
    select listed.*
    from (
        select matching.id, matching.created_at
        from matching
        order by matching.created_at desc, matching.id desc
        -- A page has at most 100 items. The limit is a literal, because the planner assumes that `limit $2` returns a
        -- tenth of the rows.
        limit 100 offset $3
    ) listed
    limit $2
)
select
    (select count(*) from matching) as total,
    file.id,
    file.filename,
    file.mime_type,
    file.url,
    file.thumbnail_url,
    file.alt,
    file.caption,
    file.width,
    file.height
from (select) one
left join page on true
left join media file on file.site_id = $1 and file.id = page.id
order by page.created_at desc, page.id desc
