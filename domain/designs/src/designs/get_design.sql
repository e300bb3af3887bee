-- Returns the design with the number $2, or the public design with the UUID $6. Also returns whether the customer $3 or
-- the session $4 owns the design. URLs of the site's files begin with $5.
select
    coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned,
    json_build_object(
        'id', design.id,
        'uuid', design.uuid,
        'websiteId', design.site_id,
        'productId', design.product_id,
        'name', design.name,
        'description', design.description,
        'isPublic', design.is_public,
        'isTemplate', design.is_template,
        'status', design.status,
        'styleId', design.style_id,
        'layers', design.layers,
        'styleOverrides', design.style_overrides,
        'thumbnailUrl', coalesce(design.thumbnail_url, $5::text || design.thumbnail_key),
        'mockupUrl', case when design.status = 'finalized' then (
            select $5::text || drawing.mockup_key
            from design_drawings drawing
            where drawing.site_id = $1
            and drawing.design_id = design.id
            and drawing.revision = design.revision
            order by drawing.position, drawing.side
            limit 1
        ) end,
        -- The images of the design itself, and those images of its owner that the design's layers show.
        'assets', coalesce(
            (
                select json_agg(
                    json_build_object(
                        'id', image.id,
                        'url', coalesce(image.url, $5::text || image.file_key),
                        'mimeType', image.media_type,
                        'width', image.width,
                        'height', image.height
                    )
                    order by image.id
                )
                from (
                    select asset.id, asset.url, asset.file_key, asset.media_type, asset.width, asset.height
                    from design_assets asset
                    where asset.site_id = $1
                    and asset.design_id = design.id
                    union
                    select asset.id, asset.url, asset.file_key, asset.media_type, asset.width, asset.height
                    from json_array_elements(design.layers) layer
                    join design_assets asset
                        on asset.site_id = $1
                        and asset.id = substring(layer ->> 'assetId' from '^(?:asset:)?([0-9]{1,18})$')::bigint
                    where asset.design_id is null
                    and (asset.customer_id = design.customer_id or asset.session_sha256 = design.session_sha256)
                ) image
            ),
            '[]'
        ),
        'createdAt', design.created_at,
        'updatedAt', design.updated_at
    ) as design
from designs design
where design.site_id = $1
and (design.id = $2 or (design.uuid = $6::text::uuid and design.is_public))
and not design.legacy
and design.deleted_at is null
