-- Deletes the values of the options $2 that are not among $3.
delete from product_option_values value
where value.site_id = $1
and value.option_id = any ($2::bigint[])
and value.id <> all ($3::bigint[])
