-- Orders whose provider is to be asked at $2, and was not since $3: those that were given up and those that are
-- overdue, to cancel their intents; those that are old enough for a webhook to be lost. They count as asked now.
with asked as materialized (
    select o.id
    from orders o
    where o.site_id = $1
    and o.payment_intent_id is not null
    and not o.intent_settled
    and o.payment_status in ('unpaid', 'processing', 'failed')
    and (o.reconciled_at is null or o.reconciled_at <= $3)
    and (
        o.status in ('cancelled', 'expired')
        or (o.status = 'pending' and (o.created_at <= $3 or o.expires_at <= $2))
    )
    order by o.created_at, o.id
    limit $4
    for update skip locked
)
update orders o
set reconciled_at = $2
from asked
where o.site_id = $1
and o.id = asked.id
returning
    o.id,
    o.payment_intent_id,
    o.payment_provider,
    -- A payment that is on its way holds its order as long as it takes.
    o.status <> 'pending' or (o.expires_at <= $2 and o.payment_status <> 'processing') as to_cancel
