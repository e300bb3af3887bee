select placed.id
from orders placed
where placed.site_id = $1
and placed.status = 'pending'
and placed.expires_at > '-infinity'
and placed.expires_at <= $2
and (
    placed.payment_intent_id is null
    or (placed.expires_at <= $4 and placed.payment_status <> 'processing')
)
order by placed.expires_at, placed.id
limit $3
