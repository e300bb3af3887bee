-- The code if it can be used now. Without a subtotal ($3 is null) its minimum is left to checkout. What the
-- discount comes to is not the statement's to say.
select c.discount_type,
    json_build_object(
        'code', c.code,
        'description', c.description,
        'discountType', c.discount_type,
        'amount', c.amount,
        'minOrderAmount', c.min_order_amount,
        'discountAmount', null
    )
from discount_codes c
where c.site_id = $1
and lower(c.code collate "und-x-icu") = lower($2::text collate "und-x-icu")
and c.active
and (c.starts_at <= $4) is not false
and (c.expires_at > $4) is not false
and (c.used < c.max_uses) is not false
and (c.min_order_amount <= $3::bigint) is not false
