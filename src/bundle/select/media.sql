select row_to_json(item)::text
from (
    select m.id, m.filename, m.mime_type as "mimeType", m.url, m.thumbnail_url as "thumbnailUrl", m.alt, m.caption,
        m.width, m.height, to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from media m
    where m.site_id = $1
    order by m.id
) item
