-- Deletes those of the product that are not among $3.
delete from product_options option
where option.site_id = $1
and option.product_id = $2
and option.id <> all ($3::bigint[])
