insert into cart_items as line (site_id, id, cart_id, product_id, variant_id, quantity, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, now(), now())
on conflict (site_id, cart_id, product_id, coalesce(variant_id, 0)) where design_id is null do update
set quantity = excluded.quantity,
    updated_at = excluded.updated_at
returning line.id, line.created_at, line.updated_at
