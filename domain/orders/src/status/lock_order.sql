select o.status, o.payment_status, o.holds, o.total, o.refunded_total, o.payment_event_at
from orders o
where o.site_id = $1
and o.id = $2
for update
