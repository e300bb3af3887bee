-- Changes nothing if the order has these values already, so that a repeated report does not change `updated_at`.
update orders placed
set refunded_total = $3,
    payment_status = $4,
    paid_at = coalesce(placed.paid_at, $5),
    updated_at = $5,
    refund_failed_at = $6
where placed.site_id = $1
and placed.id = $2
and (placed.refunded_total, placed.payment_status, placed.refund_failed_at) is distinct from ($3, $4, $6)
