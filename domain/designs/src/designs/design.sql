-- The design `found`, or the legacy one; its files are behind the URL $5.
    json_build_object(
--[!legacy] 'id', found.id,
--[!legacy] 'uuid', found.uuid,
--[legacy] 'id', found.uuid,
        'websiteId', found.site_id,
        'productId', found.product_id,
        'name', found.name,
--[!legacy] 'description', found.description,
--[!legacy] 'isPublic', found.is_public,
--[!legacy] 'isTemplate', found.is_template,
        'status', found.status,
--[!legacy] 'styleId', found.style_id,
--[!legacy] 'layers', found.layers,
--[!legacy] 'styleOverrides', found.style_overrides,
--[legacy] 'layersBySurface', found.layers_by_surface,
--[legacy] 'canvasSize', case when found.canvas_width is not null then
--[legacy]     json_build_object('width', found.canvas_width, 'height', found.canvas_height)
--[legacy] end,
        'thumbnailUrl', coalesce(found.thumbnail_url, $5::text || found.thumbnail_key),
--[!legacy] 'mockupUrl', case when found.status = 'finalized' then (
--[!legacy]     select $5::text || drawing.mockup_key
--[!legacy]     from design_drawings drawing
--[!legacy]     where drawing.site_id = $1
--[!legacy]     and drawing.design_id = found.id
--[!legacy]     and drawing.revision = found.revision
--[!legacy]     order by drawing.position, drawing.side
--[!legacy]     limit 1
--[!legacy] ) end,
        -- Its own, and those of its owner at large that its layers show.
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
                    and asset.design_id = found.id
--[!legacy]         union
--[!legacy]         select asset.id, asset.url, asset.file_key, asset.media_type, asset.width, asset.height
--[!legacy]         from json_array_elements(found.layers) layer
--[!legacy]         join design_assets asset
--[!legacy]             on asset.site_id = $1
--[!legacy]             and asset.id = substring(layer ->> 'assetId' from '^(?:asset:)?([0-9]{1,18})$')::bigint
--[!legacy]         where asset.design_id is null
--[!legacy]         and (asset.customer_id = found.customer_id or asset.session_sha256 = found.session_sha256)
                ) image
            ),
            '[]'
        ),
        'createdAt', found.created_at,
        'updatedAt', found.updated_at
    )
