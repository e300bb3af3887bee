-- A page of the media, beside how many there are in all.
with parameters as (
    select $1::bigint as site_id, $2::bigint as "limit", $3::bigint as "offset",
        $4::text as first_type, $5::text as behind_last_type
),
-- Items of a type are looked up once for page and total; else each of the two reads the index.
matching as
--[!mimeType] not materialized
(
    select file.id, file.created_at
    from media file
    where file.site_id = $1
--[mimeType] and lower(file.mime_type collate "C") >= $4
--[mimeType] and lower(file.mime_type collate "C") < $5
),
page as (
    select listed.*
    from (
        select matching.id, matching.created_at
        from matching
        order by matching.created_at desc, matching.id desc
        -- A page has at most 100 items. A number, not a parameter: the plan rests on it.
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
