insert into bulk_pricing_rules (
    site_id, id, product_id, variant_id, min_quantity, max_quantity, price_type, amount, created_at
)
select $1, item.id, $2, item.variant_id, item.min_quantity, item.max_quantity, item.price_type, item.amount, $4
from jsonb_to_recordset($3) item (
    id bigint, variant_id bigint, min_quantity bigint, max_quantity bigint, price_type text, amount bigint
)
on conflict on constraint bulk_pricing_rules_id_taken do update
set variant_id = excluded.variant_id,
    min_quantity = excluded.min_quantity,
    max_quantity = excluded.max_quantity,
    price_type = excluded.price_type,
    amount = excluded.amount
