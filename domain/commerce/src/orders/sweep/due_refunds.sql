-- Refunds to try at $2. Each is tried again after $3 seconds, and later the more often it failed: at last hourly.
-- Orders are found by the few ids, and not by the index of all that have an intent, which "is not null" would allow.
with due as materialized (
    select refund.id, refund.order_id
    from order_refunds refund
    where refund.site_id = $1
    and refund.done_at is null
    and refund.due_at <= $2
    and (refund.amount is null or refund.asked_at > $5)
    order by refund.due_at, refund.id
    limit $4
    for update skip locked
)
update order_refunds refund
set attempts = refund.attempts + 1,
    due_at = $2::timestamptz + least(refund.attempts + 1, 12) * make_interval(secs => $3)
from orders placed
where refund.site_id = $1
and refund.id = any (array(select due.id from due))
and placed.site_id = $1
and placed.id = any (array(select due.order_id from due))
and placed.id = refund.order_id
and coalesce(placed.payment_intent_id, '') <> ''
returning refund.id, refund.order_id, placed.number, refund.amount, placed.payment_intent_id, placed.payment_provider
