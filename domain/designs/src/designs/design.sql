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
        'createdAt', found.created_at,
        'updatedAt', found.updated_at
    )
