-- Returns at most $4 designs of the customer $2 with ids greater than $3, including deleted ones, each as the text of its
-- JSON. URLs of the site's files begin with $5.
select
    design.id,
    json_build_object(
        'id', design.id,
        'uuid', design.uuid,
        'isLegacy', design.legacy,
        'productId', design.product_id,
        'name', design.name,
        'description', design.description,
        'isPublic', design.is_public,
        'status', design.status,
        'styleId', design.style_id,
        'layers', design.layers,
        'styleOverrides', design.style_overrides,
        'layersBySurface', design.layers_by_surface,
        'canvasWidth', design.canvas_width,
        'canvasHeight', design.canvas_height,
        'thumbnailUrl', coalesce(design.thumbnail_url, $5::text || design.thumbnail_key),
        'drawings', array_to_json(array(
            select json_build_object(
                'revision', drawing.revision,
                'side', drawing.side,
                'mockupUrl', $5::text || drawing.mockup_key,
                'printUrl', $5::text || drawing.print_key
            )
            from design_drawings drawing
            where drawing.site_id = $1
            and drawing.design_id = design.id
            order by drawing.revision, drawing.position, drawing.side
        )),
        'createdAt', design.created_at,
        'updatedAt', design.updated_at,
        'deletedAt', design.deleted_at
    )::text as exported
from designs design
where design.site_id = $1
and design.customer_id = $2
and design.id > $3
order by design.id
limit $4
