select placed.payment_intent_id
from orders placed
where placed.site_id = $1
and placed.id = $2
for update
