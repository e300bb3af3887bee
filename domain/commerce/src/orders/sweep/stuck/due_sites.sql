select distinct refund.site_id
from order_refunds refund
where refund.done_at is null
and refund.asked_at > $1
and refund.asked_at <= $2
