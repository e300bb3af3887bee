-- Selects up to $4 orders with an open intent that were not asked about since $3, and marks them as asked about at $2.
-- Skips intents that the account $5 is known not to have.
--
-- Pending orders come first, because they hold stock that other customers could buy. Among pending orders, and among
-- the rest, older orders come first.
with asked as materialized (
    select placed.id
    from orders placed
    where placed.site_id = $1
    and (placed.unknown_to_account = $5) is not true
    and placed.payment_intent_id is not null
    and not placed.intent_settled
    and placed.payment_status in ('unpaid', 'processing', 'failed')
    and (placed.reconciled_at is null or placed.reconciled_at <= $3)
    and (
        placed.status in ('cancelled', 'expired')
        or (placed.status = 'pending' and (placed.created_at <= $3 or placed.expires_at <= $2))
    )
    order by placed.status <> 'pending', placed.created_at, placed.id
    limit $4
    for update skip locked
)
update orders placed
set reconciled_at = $2
from asked
where placed.site_id = $1
and placed.id = asked.id
returning
    placed.id,
    placed.payment_intent_id,
    placed.payment_provider,
    placed.payment_account,
    -- An order whose payment is in progress stays pending until the payment ends.
    placed.status <> 'pending' or (placed.expires_at <= $2 and placed.payment_status <> 'processing') as to_cancel
