insert into bulk_pricing_rules (
    site_id, id, product_id, variant_id, min_quantity, max_quantity, price_type, amount, created_at
)
select $1, rule.id, item.id, rule."variantId", coalesce(rule."minQuantity", 0), rule."maxQuantity",
    rule."priceType", coalesce(rule.amount, 0), coalesce(item."createdAt", $3)
from jsonb_to_recordset($2) as item(id bigint, "bulkPricing" jsonb, "createdAt" timestamptz),
    jsonb_to_recordset(item."bulkPricing") as rule(
        id bigint, "variantId" bigint, "minQuantity" bigint, "maxQuantity" bigint, "priceType" text, amount bigint
    )
