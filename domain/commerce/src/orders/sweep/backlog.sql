-- Counts the work of all sites at $1, at most 100,000 of each kind, and finds for how many seconds the oldest has waited:
-- - overdue orders, as in overdue.sql
-- - payments about which the provider is due to be asked, as in open_intents.sql, because no event has told of them.
--   Intents that the store's account is known not to have are left out.
-- - refunds that are not paid, also those that are not due or that staff must look at
select 'overdue orders' as kind, count(*) as due, coalesce(extract(epoch from $1 - min(overdue.since))::bigint, 0) as oldest_seconds
from (
    select placed.expires_at + case when placed.payment_intent_id is null then interval '0' else $1::timestamptz - $3::timestamptz end as since
    from orders placed
    where placed.status = 'pending'
    and placed.expires_at > '-infinity'
    and placed.expires_at <= $1
    and (
        placed.payment_intent_id is null
        or (placed.expires_at <= $3 and placed.payment_status <> 'processing')
    )
    limit 100000
) overdue
union all
select 'payments', count(*), coalesce(extract(epoch from $1 - min(open.since))::bigint, 0)
from (
    select coalesce(placed.reconciled_at + ($1::timestamptz - $2::timestamptz), placed.updated_at) as since
    from orders placed
    where placed.payment_intent_id is not null
    and not placed.intent_settled
    and placed.unknown_to_account is null
    and placed.payment_status in ('unpaid', 'processing', 'failed')
    and (placed.reconciled_at is null or placed.reconciled_at <= $2)
    and (
        placed.status in ('cancelled', 'expired')
        or (placed.status = 'pending' and (placed.created_at <= $2 or placed.expires_at <= $1))
    )
    limit 100000
) open
union all
select 'refunds', count(*), coalesce(extract(epoch from $1 - min(unpaid.asked_at))::bigint, 0)
from (
    select refund.asked_at
    from order_refunds refund
    where refund.done_at is null
    limit 100000
) unpaid
