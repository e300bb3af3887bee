select rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount
from bulk_pricing_rules rule
where rule.site_id = $1
and rule.product_id = $2
