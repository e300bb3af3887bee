insert into discount_codes (
    site_id, code, description, discount_type, amount, min_order_amount, max_uses, starts_at, expires_at, active,
    version
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
returning id
