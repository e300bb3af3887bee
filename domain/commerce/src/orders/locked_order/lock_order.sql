-- `is_disputed` is null if no dispute is stored.
select placed.status, placed.payment_status, placed.holds, placed.total, placed.refunded_total, placed.payment_event_at,
    placed.has_left_cart,
    (
        select bool_or(dispute.state <> 'ended')
        from order_disputes dispute
        where dispute.site_id = $1
        and dispute.order_id = $2
    ) as is_disputed
from orders placed
where placed.site_id = $1
and placed.id = $2
for update
