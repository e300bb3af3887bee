select count(*)
from order_refunds refund
where refund.site_id = $1
and refund.order_id = $2
and refund.done_at is null
