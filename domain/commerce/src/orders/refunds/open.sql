-- Returns the sum of the refunds that were requested and are not paid yet, and whether one of them is a refund of all
-- that is left.
select coalesce(sum(refund.amount), 0)::bigint as amount, coalesce(bool_or(refund.amount is null), false) as is_all
from order_refunds refund
where refund.site_id = $1
and refund.order_id = $2
and refund.done_at is null
