-- Returns whether a variant of the product has a value that is not among $3.
select exists (
    select
    from product_variants variant
    join variant_option_values chosen on chosen.site_id = $1 and chosen.variant_id = variant.id
    where variant.site_id = $1
    and variant.product_id = $2
    and chosen.value_id <> all ($3::bigint[])
)
