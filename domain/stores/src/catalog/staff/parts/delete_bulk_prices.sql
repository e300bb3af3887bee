-- Deletes those of the product that are not among $3.
delete from bulk_pricing_rules rule
where rule.site_id = $1
and rule.product_id = $2
and rule.id <> all ($3::bigint[])
