-- Copies the bulk prices of the product $2 to the product $3. $4 and $5 are variants and their copies.
insert into bulk_pricing_rules (
    site_id, product_id, variant_id, min_quantity, max_quantity, price_type, amount, created_at
)
select $1, $3, variant.copy, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount, $6
from bulk_pricing_rules rule
left join unnest($4::bigint[], $5::bigint[]) variant (original, copy) on variant.original = rule.variant_id
where rule.site_id = $1
and rule.product_id = $2
order by rule.id
