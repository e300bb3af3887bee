select placed.id, placed.total, placed.currency
from orders placed
where placed.site_id = $1
and placed.payment_intent_id = $2
