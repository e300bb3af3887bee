-- The client secret begins with the intent's id. The statement also compares that id, because only the id has an index.
select placed.payment_intent_id
from orders placed
where placed.site_id = $1
and placed.payment_intent_id = split_part($2, '_secret_', 1)
and placed.client_secret = $2
and placed.payment_provider = 'test'
