insert into media (site_id, id, filename, mime_type, url, thumbnail_url, alt, caption, width, height, created_at)
select $1, item.id, coalesce(item.filename, ''), coalesce(item."mimeType", ''), coalesce(item.url, ''),
    item."thumbnailUrl", item.alt, item.caption, item.width, item.height, coalesce(item."createdAt", $3)
from jsonb_to_recordset($2) as item(
    id bigint, filename text, "mimeType" text, url text, "thumbnailUrl" text, alt text, caption text,
    width bigint, height bigint, "createdAt" timestamptz
)
