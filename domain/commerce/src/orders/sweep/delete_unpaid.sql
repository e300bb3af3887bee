-- Deletes a batch of a site's orders that were given up, last changed at $2 or before and never paid, and whose intent
-- was cancelled or never created. Also deletes their gift certificate movements, which add up to zero, and the test
-- provider's intents.
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
