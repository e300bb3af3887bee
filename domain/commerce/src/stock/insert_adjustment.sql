insert into stock_adjustments (
    site_id, product_id, variant_id, delta, reason, created_at, actor_kind, actor_id, actor_name
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
