select
    code.id,
    code.version,
    code.code,
    code.description,
    code.discount_type,
    code.amount,
    code.min_order_amount,
    code.max_uses,
    code.used,
    code.starts_at,
    code.expires_at,
    code.active
from discount_codes code
where code.site_id = $1
and code.id = $2
