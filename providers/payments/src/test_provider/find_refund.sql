select refund.amount
from test_refunds refund
where refund.site_id = $1 and refund.intent_id = $2 and refund.id = $3
