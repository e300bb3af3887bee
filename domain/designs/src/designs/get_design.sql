-- Returns the design with the number $2 or the UUID $6, as `design` or, if it is a legacy design, as `legacy_design`. Also
-- returns whether the customer $3 or the session $4 owns the design, and whether it is shared. URLs of the site's files
-- begin with $5.
select
    coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned,
    design.is_public,
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
        -- No column stores this member. `finalize_design` computes it.
        'missingCharacters', null,
        'createdAt', design.created_at,
        'updatedAt', design.updated_at
    ) as design,
    null::json as legacy_design
from designs design
where design.site_id = $1
and (design.id = $2 or design.uuid = $6::text::uuid)
and not design.legacy
and design.deleted_at is null
union all
select
    coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned,
    design.is_public,
    null::json as design,
    json_build_object(
        'id', design.uuid,
        'websiteId', design.site_id,
        'productId', design.product_id,
        'name', design.name,
        'isPublic', design.is_public,
        'status', design.status,
        'layersBySurface', design.layers_by_surface,
        'canvasSize', case when design.canvas_width is not null then
            json_build_object('width', design.canvas_width, 'height', design.canvas_height)
        end,
        'thumbnailUrl', coalesce(design.thumbnail_url, $5::text || design.thumbnail_key),
        'mockupUrl', case when design.status <> 'draft' then (
            select $5::text || drawing.mockup_key
            from design_drawings drawing
            where drawing.site_id = $1
            and drawing.design_id = design.id
            and drawing.revision = design.revision
            order by drawing.position, drawing.side
            limit 1
        ) end,
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
    ) as legacy_design
from designs design
where design.site_id = $1
and (design.id = $2 or design.uuid = $6::text::uuid)
and design.legacy
and design.deleted_at is null
