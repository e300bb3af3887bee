-- Selects up to $4 refunds that are due at $2, and sets the time of their next attempt. After the first attempt, the
-- pause is $3 seconds. Each further attempt makes the pause $3 seconds longer, up to 12 times $3 seconds.
--
-- A refund of a fixed amount is attempted only if it was requested after $5. With the option, only refunds of the order
-- $6 are selected.
--
-- The comparison of the intent with '' makes Postgres find the orders by their ids. With "is not null" instead,
-- Postgres could read the index of all orders with an intent.
with parameters as (select $6::bigint),
due as materialized (
    select refund.id, refund.order_id
    from order_refunds refund
    where refund.site_id = $1
    and refund.done_at is null
    and refund.due_at <= $2
--[of_order] and refund.order_id = $6
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
returning refund.id, refund.order_id, placed.number, refund.amount, placed.payment_intent_id, placed.payment_provider,
    (
        select max(failed.failed_at)
        from failed_refunds failed
        where failed.site_id = $1
        and failed.order_id = refund.order_id
    ) as failed_at
