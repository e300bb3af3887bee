-- Pending orders whose time is up at $2. One with an intent waits for its provider's word until $3.
select o.id
from orders o
where o.site_id = $1
and o.status = 'pending'
and o.expires_at > '-infinity'
and o.expires_at <= $2
and (
    o.payment_intent_id is null
    or (o.expires_at <= $3 and o.payment_status <> 'processing')
)
order by o.expires_at, o.id
limit $4
