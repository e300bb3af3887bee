-- Whether the site has a price that is no multiple of $2. An import checks the same prices.
select
    exists (
        select from products product
        where product.site_id = $1 and product.price % $2::bigint <> 0
    )
    or exists (
        select from product_variants variant
        where variant.site_id = $1 and variant.price % $2 <> 0
    )
    or exists (
        select from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.price_type = 'fixed' and rule.amount % $2 <> 0
    )
    or exists (
        select from discount_codes code
        where code.site_id = $1 and code.discount_type = 'fixed_amount' and code.amount % $2 <> 0
    )
    or exists (
        select from gift_certificates certificate
        where certificate.site_id = $1
        and (certificate.initial_amount % $2 <> 0 or certificate.remaining_amount % $2 <> 0)
    )
    or exists (
        select from shipping_rates rate
        where rate.site_id = $1 and rate.price % $2 <> 0
    )
