select side.style_id as outer_id, side.id
from product_styles style
join product_style_sides side on side.site_id = $1 and side.style_id = style.id
where style.site_id = $1
and style.product_id = $2
