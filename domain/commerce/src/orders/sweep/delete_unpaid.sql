-- Deletes up to 1,000 cancelled or expired orders that last changed at $2 or earlier, were never paid and hold nothing.
-- An order with an intent is deleted only after its intent has become unpayable.
--
-- Also deletes the orders' gift certificate movements, which add up to zero, and their intents at the test provider.
with old as materialized (
    select placed.id, placed.payment_intent_id
    from orders placed
    where placed.site_id = $1
    and placed.status in ('cancelled', 'expired')
    and placed.payment_status in ('unpaid', 'failed')
    and (placed.payment_intent_id is null or placed.intent_settled)
    and not placed.holds
    and placed.updated_at <= $2
    order by placed.updated_at
    limit 1000
    for update skip locked
),
movements as (
    delete from gift_certificate_movements movement
    using old
    where movement.site_id = $1
    and movement.order_id = old.id
),
intents as (
    delete from test_payment_intents intent
    using old
    where intent.site_id = $1
    and intent.id = old.payment_intent_id
)
delete from orders placed
using old
where placed.site_id = $1
and placed.id = old.id
