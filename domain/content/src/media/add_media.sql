insert into media (
    site_id, filename, mime_type, url, thumbnail_url, width, height, file_key, thumbnail_key, created_at, version
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (extract(epoch from $10::timestamptz) * 1000)::bigint)
returning id
