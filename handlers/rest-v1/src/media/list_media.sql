-- A page of the media, and their total number. With the option, of the media whose type is at least $4 and less than $5.
with parameters as (
    select $4::text, $5::text
),
-- Without the option, the page and the total each read the index.
matching as
--[of_all] not materialized
(
    select file.id, file.created_at
    from media file
    where file.site_id = $1
--[of_type] and lower(file.mime_type collate "C") >= $4
--[of_type] and lower(file.mime_type collate "C") < $5
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
