select report.refunded_total as amount, report.reported_at
from refund_reports report
where report.site_id = $1
and report.order_id = $2
