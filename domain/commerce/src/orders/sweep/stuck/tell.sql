-- A refund that failed at the provider after its request has an alert already. The provider states full seconds.
insert into alerts (site_id, kind, cause, data, occurred_at)
select $1, 'refundFailed', refund.order_id || ' refund ' || refund.id,
    jsonb_build_object('orderId', refund.order_id), $4
from order_refunds refund
where refund.site_id = $1
and refund.done_at is null
and refund.asked_at > $2
and refund.asked_at <= $3
and not exists (
    select
    from orders placed
    where placed.site_id = $1
    and placed.id = refund.order_id
    and placed.refund_failed_at >= date_trunc('second', refund.asked_at)
)
on conflict (site_id, kind, cause) do nothing
