-- Returns the legacy design with the UUID $2, whether the customer $3 or the session $4 owns it, and whether it is
-- public. URLs of the site's files begin with $5.
select
    coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned,
    design.is_public,
    json_build_object(
        'id', design.uuid,
        'websiteId', design.site_id,
        'productId', design.product_id,
        'name', design.name,
        'status', design.status,
        'layersBySurface', design.layers_by_surface,
        'canvasSize', case when design.canvas_width is not null then
            json_build_object('width', design.canvas_width, 'height', design.canvas_height)
        end,
        'thumbnailUrl', coalesce(design.thumbnail_url, $5::text || design.thumbnail_key),
        'assets', (
            select coalesce(
                json_agg(
                    json_build_object(
                        'id', asset.id,
                        'url', coalesce(asset.url, $5::text || asset.file_key),
                        'mimeType', asset.media_type,
                        'width', asset.width,
                        'height', asset.height
                    )
                    order by asset.id
                ),
                '[]'
            )
            from design_assets asset
            where asset.site_id = $1
            and asset.design_id = design.id
        ),
        'createdAt', design.created_at,
        'updatedAt', design.updated_at
    ) as design
from designs design
where design.site_id = $1
and design.uuid = $2::text::uuid
and design.legacy
and design.deleted_at is null
