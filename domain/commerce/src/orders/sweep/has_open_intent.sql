-- Whether the provider of the order `placed` is to be asked at $2, and was not since $3: when it was given up or is
-- overdue, to cancel its intent; when it is old enough for a webhook to be lost.
placed.payment_intent_id is not null
and not placed.intent_settled
and placed.payment_status in ('unpaid', 'processing', 'failed')
and (placed.reconciled_at is null or placed.reconciled_at <= $3)
and (
    placed.status in ('cancelled', 'expired')
    or (placed.status = 'pending' and (placed.created_at <= $3 or placed.expires_at <= $2))
)
