update orders o
set refunded_total = $3,
    payment_status = $4,
    paid_at = coalesce(o.paid_at, $5),
    updated_at = $5
where o.site_id = $1
and o.id = $2
