-- One row for each value of an option, or one row without a value if the option has none.
select
    option.id,
    option.name,
    option.position,
    option.created_at,
    value.id,
    value.value,
    value.label,
    value.position,
    value.created_at
from product_options option
left join product_option_values value on value.site_id = option.site_id and value.option_id = option.id
where option.site_id = $1
and option.product_id = (select product.id from products product where product.site_id = $1 and product.slug = $2)
order by option.position, option.id, value.position, value.id
