-- Refunds an amount, or all that is left if `$4` is null, and returns the amount. Returns no row if this refund exists
-- already, if the intent is not paid, or if less is left than requested.
with refundable as (
    select intent.amount - intent.amount_refunded as amount
    from test_payment_intents intent
    where intent.site_id = $1 and intent.id = $2 and intent.status = 'succeeded'
    for update
), refunded as (
    insert into test_refunds (site_id, id, intent_id, amount)
    select $1, $3, $2, coalesce($4, refundable.amount)
    from refundable
    where coalesce($4, refundable.amount) between 1 and refundable.amount
    on conflict (site_id, id) do nothing
    returning amount
)
update test_payment_intents intent
set amount_refunded = intent.amount_refunded + refunded.amount, changed_at = $5
from refunded
where intent.site_id = $1 and intent.id = $2
returning refunded.amount
