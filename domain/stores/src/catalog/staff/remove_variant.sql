-- Removes the variant, unless a bulk price names it.
delete from product_variants variant
where variant.site_id = $1
and variant.product_id = $2
and variant.id = $3
and not exists (
    select
    from bulk_pricing_rules rule
    where rule.site_id = $1
    and rule.product_id = $2
    and rule.variant_id = $3
)
