-- What is refunded now: nothing by a key that has refunded before, nor more than is left.
with intent as (
    select intents.amount - intents.amount_refunded as refundable
    from test_payment_intents intents
    where intents.site_id = $1 and intents.id = $2 and intents.status = 'succeeded'
    for update
), refund as (
    insert into test_refunds (site_id, id, intent_id, amount)
    select $1, $3, $2, coalesce($4, intent.refundable)
    from intent
    where coalesce($4, intent.refundable) between 1 and intent.refundable
    on conflict (site_id, id) do nothing
    returning amount
)
update test_payment_intents intents
set amount_refunded = intents.amount_refunded + refund.amount, changed_at = $5
from refund
where intents.site_id = $1 and intents.id = $2
returning refund.amount
