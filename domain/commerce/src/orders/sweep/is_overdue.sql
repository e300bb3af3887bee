-- Whether the time of the pending order `placed` is up at $2. With an intent it waits for its provider's word until $4.
placed.status = 'pending'
and placed.expires_at > '-infinity'
and placed.expires_at <= $2
and (
    placed.payment_intent_id is null
    or (placed.expires_at <= $4 and placed.payment_status <> 'processing')
)
