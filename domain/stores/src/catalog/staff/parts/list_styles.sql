select 0::bigint as outer_id, style.id
from product_styles style
where style.site_id = $1
and style.product_id = $2
