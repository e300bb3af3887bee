update product_images image
set position = wanted.position - 1
from unnest($3::bigint[]) with ordinality wanted (id, position)
where image.site_id = $1
and image.product_id = $2
and image.id = wanted.id
