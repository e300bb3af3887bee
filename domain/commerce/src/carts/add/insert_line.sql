insert into cart_items (
    site_id, id, cart_id, product_id, variant_id, design_id, design_revision, design_name, quantity, created_at,
    updated_at
)
values ($1, $2, $3, $4, $5, $6::text::uuid, $7, $8, $9, $10, $10)
