-- Returns the sites that have work due at $1:
-- - overdue orders, as in overdue.sql
-- - open intents, as in open_intents.sql
-- - due refunds, as in due_refunds.sql
--
-- One statement serves all sites, so that sites without work cost nothing. Returning a site without work does no harm.
select placed.site_id
from orders placed
where placed.status = 'pending'
and placed.expires_at > '-infinity'
and placed.expires_at <= $1
and (
    placed.payment_intent_id is null
    or (placed.expires_at <= $3 and placed.payment_status <> 'processing')
)
union
select placed.site_id
from orders placed
where placed.payment_intent_id is not null
and not placed.intent_settled
and placed.payment_status in ('unpaid', 'processing', 'failed')
and (placed.reconciled_at is null or placed.reconciled_at <= $2)
and (
    placed.status in ('cancelled', 'expired')
    or (placed.status = 'pending' and (placed.created_at <= $2 or placed.expires_at <= $1))
)
union
select refund.site_id
from order_refunds refund
where refund.done_at is null
and refund.due_at <= $1
and (refund.amount is null or refund.asked_at > $4)
order by site_id
