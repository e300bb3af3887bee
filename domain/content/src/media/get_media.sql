select
    file.id,
    file.version,
    file.filename,
    file.mime_type,
    file.url,
    file.thumbnail_url,
    file.alt,
    file.caption,
    file.width,
    file.height,
    file.created_at
from media file
where file.site_id = $1
and file.id = $2
