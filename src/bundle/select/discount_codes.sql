select row_to_json(item)::text
from (
    select d.code, d.description, d.discount_type as "discountType", d.amount,
        d.min_order_amount as "minOrderAmount", d.max_uses as "maxUses", d.used,
        to_char(d.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt",
        to_char(d.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt", d.active
    from discount_codes d
    where d.site_id = $1
    order by d.id
) item
