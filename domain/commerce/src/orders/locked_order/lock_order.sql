select placed.status, placed.payment_status, placed.holds, placed.total, placed.refunded_total, placed.payment_event_at,
    placed.dispute_event_at, placed.has_left_cart
from orders placed
where placed.site_id = $1
and placed.id = $2
for update
