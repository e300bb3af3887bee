-- Returns the sum of the order's unpaid refunds, and whether one of them is for the rest of the payment.
select coalesce(sum(refund.amount), 0)::bigint as amount, coalesce(bool_or(refund.amount is null), false) as is_all
from order_refunds refund
where refund.site_id = $1
and refund.order_id = $2
and refund.done_at is null
