insert into product_style_sides (
    site_id, id, style_id, name, slug, mockup_image, print_area_x, print_area_y, print_area_width, print_area_height,
    position
)
select $1, item.id, item.style_id, item.name, item.slug, item.mockup_image, item.print_area_x, item.print_area_y,
    item.print_area_width, item.print_area_height, item.position
from jsonb_to_recordset($2) item (
    id bigint, style_id bigint, name text, slug text, mockup_image text, print_area_x double precision,
    print_area_y double precision, print_area_width double precision, print_area_height double precision,
    position bigint
)
