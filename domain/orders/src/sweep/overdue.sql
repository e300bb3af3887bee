-- Pending orders whose time is up at $2. One with an intent waits for its provider's word until $3.
select placed.id
from orders placed
where placed.site_id = $1
and placed.status = 'pending'
and placed.expires_at > '-infinity'
and placed.expires_at <= $2
and (
    placed.payment_intent_id is null
    or (placed.expires_at <= $3 and placed.payment_status <> 'processing')
)
order by placed.expires_at, placed.id
limit $4
