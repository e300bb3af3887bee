update orders placed
set refunded_total = $3,
    payment_status = $4,
    paid_at = coalesce(placed.paid_at, $5),
    updated_at = $5
where placed.site_id = $1
and placed.id = $2
