select coalesce(sum(refund.amount), 0) >= $3::bigint and not coalesce(bool_or(refund.amount is null), false)
    as are_by_amount
from order_refunds refund
where refund.site_id = $1
and refund.order_id = $2
