select 0::bigint as outer_id, rule.id
from bulk_pricing_rules rule
where rule.site_id = $1
and rule.product_id = $2
