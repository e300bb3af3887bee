-- Copies the sides of the styles $2 to their copies $3.
insert into product_style_sides (
    site_id, style_id, name, slug, mockup_image, print_area_x, print_area_y, print_area_width, print_area_height, position
)
select $1, style.copy, side.name, side.slug, side.mockup_image, side.print_area_x, side.print_area_y,
    side.print_area_width, side.print_area_height, side.position
from unnest($2::bigint[], $3::bigint[]) style (original, copy)
join product_style_sides side on side.site_id = $1 and side.style_id = style.original
order by side.id
