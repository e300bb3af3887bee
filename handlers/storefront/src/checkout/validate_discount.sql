-- Returns the code, if it can be used now. The caller computes the discount. If the subtotal $4 is null, the code's
-- minimum is not checked here. Checkout checks it.
select code.discount_type,
    json_build_object(
        'code', code.code,
        'description', code.description,
        'discountType', code.discount_type,
        'amount', code.amount,
        'minOrderAmount', code.min_order_amount,
        'discountAmount', null
    )
from discount_codes code
where code.site_id = $1
and lower(code.code collate "und-x-icu") = lower($2::text collate "und-x-icu")
and code.active
and (code.starts_at <= $3) is not false
and (code.expires_at > $3) is not false
and (code.used < code.max_uses) is not false
and (code.min_order_amount <= $4::bigint) is not false
