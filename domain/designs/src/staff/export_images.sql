-- Returns at most $4 images of the customer $2 with ids greater than $3, each as the text of its JSON. URLs of the
-- site's files begin with $5.
select
    asset.id,
    json_build_object(
        'id', asset.id,
        'designId', asset.design_id,
        'url', coalesce(asset.url, $5::text || asset.file_key),
        'filename', asset.filename,
        'mediaType', asset.media_type,
        'size', asset.size,
        'width', asset.width,
        'height', asset.height,
        'createdAt', asset.created_at
    )::text as exported
from design_assets asset
where asset.site_id = $1
and asset.customer_id = $2
and asset.id > $3
order by asset.id
limit $4
