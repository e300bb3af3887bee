-- Gives the copies of variants their values of options: $2 and $3 are variants, $4 and $5 options, and $6 and $7 values,
-- each with their copies.
insert into variant_option_values (site_id, variant_id, option_id, value_id)
select $1, variant.copy, option.copy, value.copy
from unnest($2::bigint[], $3::bigint[]) variant (original, copy)
join variant_option_values chosen on chosen.site_id = $1 and chosen.variant_id = variant.original
join unnest($4::bigint[], $5::bigint[]) option (original, copy) on option.original = chosen.option_id
join unnest($6::bigint[], $7::bigint[]) value (original, copy) on value.original = chosen.value_id
