select 0::bigint as outer_id, option.id
from product_options option
where option.site_id = $1
and option.product_id = $2
