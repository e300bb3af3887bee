select row_to_json(item)::text
from (
    select file.id, file.filename, file.mime_type as "mimeType", file.url, file.thumbnail_url as "thumbnailUrl",
        file.alt, file.caption, file.width, file.height,
        to_char(file.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from media file
    where file.site_id = $1
--[some] and file.id = any($2)
    order by file.id
) item
