-- Gives the variant $3 its values of options of the product $2. Values of other products' options are left out.
insert into variant_option_values (site_id, variant_id, option_id, value_id)
select $1, $3, chosen.option_id, chosen.value_id
from unnest($4::bigint[], $5::bigint[]) chosen (option_id, value_id)
join product_options option
    on option.site_id = $1
    and option.product_id = $2
    and option.id = chosen.option_id
