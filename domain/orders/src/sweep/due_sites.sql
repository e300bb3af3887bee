-- Sites with something to sweep at $1, where the provider was not asked since $2. One question to all of them, so
-- that a round costs sites without work nothing. It may name a site too many, never one too few: what is due is
-- for the other statements of this folder to say.
select placed.site_id
from orders placed
where placed.status = 'pending'
and placed.expires_at <= $1
union
select placed.site_id
from orders placed
where placed.payment_intent_id is not null
and not placed.intent_settled
and placed.payment_status in ('unpaid', 'processing', 'failed')
and (placed.reconciled_at is null or placed.reconciled_at <= $2)
union
select refund.site_id
from order_refunds refund
where refund.done_at is null
and refund.due_at <= $1
order by site_id
