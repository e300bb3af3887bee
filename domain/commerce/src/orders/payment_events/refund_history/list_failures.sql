select failed.amount, failed.failed_at as at
from failed_refunds failed
where failed.site_id = $1
and failed.order_id = $2
