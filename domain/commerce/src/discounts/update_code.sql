-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update discount_codes discount
set (code, description, discount_type, amount, min_order_amount, max_uses, starts_at, expires_at, active) = (
        select
            patched.code,
            patched.description,
            patched.discount_type,
            patched.amount,
            patched.min_order_amount,
            patched.max_uses,
            patched.starts_at,
            patched.expires_at,
            patched.active
        from jsonb_populate_record(discount, $3) patched
    ),
    version = discount.version + 1
where discount.site_id = $1
and discount.id = $2
