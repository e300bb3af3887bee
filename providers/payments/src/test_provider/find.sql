select intents.status, intents.failures, intents.amount_refunded, intents.changed_at
from test_payment_intents intents
where intents.site_id = $1 and intents.id = $2
