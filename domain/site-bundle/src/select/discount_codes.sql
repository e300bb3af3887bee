select row_to_json(item)::text
from (
    select
--[with_ids] code.id,
        code.code, code.description, code.discount_type as "discountType", code.amount,
        code.min_order_amount as "minOrderAmount", code.max_uses as "maxUses", code.used,
        to_char(code.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt",
        to_char(code.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt", code.active
    from discount_codes code
    where code.site_id = $1
--[some] and code.id = any($2)
    order by code.id
) item
