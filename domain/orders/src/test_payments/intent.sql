select o.payment_provider, o.payment_intent_id
from orders o
where o.site_id = $1
and o.id = $2
