select o.id, o.total, o.currency
from orders o
where o.site_id = $1
and o.payment_intent_id = $2
