select intent.status, intent.failures, intent.amount_refunded, intent.changed_at
from test_payment_intents intent
where intent.site_id = $1 and intent.id = $2
