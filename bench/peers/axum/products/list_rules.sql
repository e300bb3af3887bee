select
    rule.id,
    rule.variant_id,
    rule.min_quantity,
    rule.max_quantity,
    rule.price_type,
    rule.amount,
    rule.created_at
from bulk_pricing_rules rule
where rule.site_id = $1
and rule.product_id = (select product.id from products product where product.site_id = $1 and product.slug = $2)
order by rule.min_quantity, rule.id
