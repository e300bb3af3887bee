select value.option_id as outer_id, value.id
from product_options option
join product_option_values value on value.site_id = $1 and value.option_id = option.id
where option.site_id = $1
and option.product_id = $2
