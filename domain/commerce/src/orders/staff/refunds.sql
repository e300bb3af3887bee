select to_char(refund.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    coalesce(refund.amount::text, 'all'),
    to_char(refund.done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from order_refunds refund
where refund.site_id = $1
and refund.order_id = $2
order by refund.id
