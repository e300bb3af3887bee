select placed.status, placed.payment_status, placed.holds, placed.total, placed.refunded_total, placed.payment_event_at
from orders placed
where placed.site_id = $1
and placed.id = $2
for update
