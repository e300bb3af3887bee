select refunds.amount
from test_refunds refunds
where refunds.site_id = $1 and refunds.intent_id = $2 and refunds.id = $3
