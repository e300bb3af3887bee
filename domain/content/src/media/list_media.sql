-- The newest media after the position ($2, $3), by the index media_by_date. The literal limit is the longest page, and
-- one more.
select listed.*
from (
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
    and (file.created_at, file.id) < ($2, $3)
    order by file.created_at desc, file.id desc
    limit 101
) listed
order by listed.created_at desc, listed.id desc
limit $4
