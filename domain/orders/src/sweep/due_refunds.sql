-- Refunds to try at $2. Each is tried again after $3 seconds, and later the more often it failed: at last hourly.
with due as materialized (
    select refund.id
    from order_refunds refund
    where refund.site_id = $1
    and (
--[refund_is_due.sql]
    )
    order by refund.due_at, refund.id
    limit $4
    for update skip locked
)
update order_refunds refund
set attempts = refund.attempts + 1,
    due_at = $2::timestamptz + least(refund.attempts + 1, 12) * make_interval(secs => $3)
from due, orders placed
where refund.site_id = $1
and refund.id = due.id
and placed.site_id = $1
and placed.id = refund.order_id
and placed.payment_intent_id is not null
returning refund.id, refund.order_id, placed.number, refund.amount, placed.payment_intent_id, placed.payment_provider
