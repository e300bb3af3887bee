-- Returns the images of the customer $2. URLs of the site's files begin with $3.
select json_build_object(
    'id', asset.id,
    'designId', asset.design_id,
    'url', coalesce(asset.url, $3::text || asset.file_key),
    'filename', asset.filename,
    'mediaType', asset.media_type,
    'size', asset.size,
    'width', asset.width,
    'height', asset.height,
    'createdAt', asset.created_at
) as exported
from design_assets asset
where asset.site_id = $1
and asset.customer_id = $2
order by asset.id
