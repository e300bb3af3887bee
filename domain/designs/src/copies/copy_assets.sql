-- Copies the images $6 to the design $5, where they get the ids $7.
insert into design_assets (
    site_id, id, design_id, customer_id, session_sha256, file_key, url, filename, media_type, size, width, height,
    created_at
)
select $1, copied.copy, $5, $2::bigint, $3::bytea, asset.file_key, asset.url, asset.filename, asset.media_type, asset.size,
    asset.width, asset.height, $4
from unnest($6::bigint[], $7::bigint[]) copied (original, copy)
join design_assets asset
    on asset.site_id = $1
    and asset.id = copied.original
