insert into alerts (site_id, kind, cause, data, occurred_at)
select $1, 'refundFailed', refund.order_id || ' refund ' || refund.id,
    jsonb_build_object('orderId', refund.order_id), $4
from order_refunds refund
where refund.site_id = $1
and refund.done_at is null
and refund.asked_at > $2
and refund.asked_at <= $3
on conflict (site_id, kind, cause) do nothing
