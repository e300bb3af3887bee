-- Changes nothing if the order has these values already, so that a repeated report does not change `updated_at`.
update orders placed
set refunded_total = $3,
    paid_at = coalesce(placed.paid_at, $4),
    updated_at = $4,
    refund_failed_at = $5
where placed.site_id = $1
and placed.id = $2
and (placed.refunded_total, placed.refund_failed_at) is distinct from ($3::bigint, $5::timestamptz)
