-- The secret begins with the intent's id, which has an index.
select o.payment_intent_id
from orders o
where o.site_id = $1
and o.payment_intent_id = split_part($2, '_secret_', 1)
and o.client_secret = $2
and o.payment_provider = 'test'
