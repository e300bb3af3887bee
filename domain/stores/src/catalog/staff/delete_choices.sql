delete from variant_option_values chosen
where chosen.site_id = $1
and chosen.variant_id = $2
