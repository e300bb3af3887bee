-- Media at addresses of the site's own files retain these files.
insert into media (
    site_id, id, filename, mime_type, url, thumbnail_url, alt, caption, width, height, created_at, file_key,
    thumbnail_key
)
select $1, item.id, coalesce(item.filename, ''), coalesce(item."mimeType", ''), coalesce(item.url, ''),
    item."thumbnailUrl", item.alt, item.caption, item.width, item.height, coalesce(item."createdAt", $3),
    (
        select file.key from files file
        where file.site_id = $1
        and file.key = substring(item.url from '/' || $1::bigint || '/([0-9a-f]{32}\.[a-z0-9]{2,5})$')
    ),
    (
        select file.key from files file
        where file.site_id = $1
        and file.key = substring(item."thumbnailUrl" from '/' || $1::bigint || '/([0-9a-f]{32}\.[a-z0-9]{2,5})$')
    )
from jsonb_to_recordset($2) as item(
    id bigint, filename text, "mimeType" text, url text, "thumbnailUrl" text, alt text, caption text,
    width bigint, height bigint, "createdAt" timestamptz
)
