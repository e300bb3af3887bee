-- Returns everything that is drawn of a design, and whether the customer $4 or the session $5 owns the design. The
-- design has the number $2 or the UUID $3.
--
-- - Of a legacy design, the layers of its surfaces are drawn.
-- - Of another design, its layers are drawn on the sides of its style. If it has no style, or its style no longer
--   exists, the product's first active style is used.
with found as (
    select design.*,
        coalesce(design.customer_id = $4::bigint or design.session_sha256 = $5::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and (design.id = $2 or design.uuid = $3::text::uuid)
    and design.deleted_at is null
),
worn as (
    select style.id
    from found
    join product_styles style
        on style.site_id = $1
        and style.product_id = found.product_id
    where style.active
    or style.id = found.style_id
    order by style.id is not distinct from found.style_id desc, style.position, style.id
    limit 1
)
select found.is_owned,
    json_build_object(
        'id', found.id,
        'version', found.version,
        'isDraft', found.status = 'draft',
        'isDrawn', found.revision is not null and (not found.legacy or found.revised_version = found.version),
        'styleId', (select worn.id from worn),
        'storedBytes', (
            select coalesce(sum(file.size), 0)
            from design_files file
            where file.site_id = $1
            and file.design_id = found.id
        ),
        'revisionBytes', octet_length(found.layers::text)
            + octet_length(found.style_overrides::text)
            + coalesce(octet_length(found.layers_by_surface::text), 0),
        'layers', found.layers,
        'layersBySurface', found.layers_by_surface,
        'canvasWidth', found.canvas_width,
        'canvasHeight', found.canvas_height,
        'sides', array_to_json(array(
            select json_build_object(
                'slug', side.slug,
                'mockupImage', side.mockup_image,
                'x', side.print_area_x,
                'y', side.print_area_y,
                'width', side.print_area_width,
                'height', side.print_area_height
            )
            from product_style_sides side
            where side.site_id = $1
            and side.style_id = (select worn.id from worn)
            order by side.position, side.id
        ))
    ) as drawable
from found
