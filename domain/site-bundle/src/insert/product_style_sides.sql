insert into product_style_sides (
    site_id, id, style_id, name, slug, mockup_image, print_area_x, print_area_y, print_area_width, print_area_height,
    position
)
select $1, side.id, style.id, coalesce(side.name, ''), coalesce(side.slug, ''), coalesce(side."mockupImage", ''),
    coalesce(side."printAreaX", 0), coalesce(side."printAreaY", 0), coalesce(side."printAreaWidth", 0),
    coalesce(side."printAreaHeight", 0), coalesce(side."order", 0)
from jsonb_to_recordset($2) as item(styles jsonb),
    jsonb_to_recordset(item.styles) as style(id bigint, sides jsonb),
    jsonb_to_recordset(style.sides) as side(
        id bigint, name text, slug text, "mockupImage" text, "printAreaX" double precision,
        "printAreaY" double precision, "printAreaWidth" double precision, "printAreaHeight" double precision,
        "order" bigint
    )
