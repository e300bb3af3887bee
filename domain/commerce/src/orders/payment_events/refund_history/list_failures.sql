select failed.amount, failed.created_at, failed.failed_at
from failed_refunds failed
where failed.site_id = $1
and failed.order_id = $2
