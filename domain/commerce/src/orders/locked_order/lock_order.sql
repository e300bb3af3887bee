-- `is_disputed` is null if no dispute is stored. `gift_held` is the amount of the gift certificate that the order holds.
select placed.status, placed.payment_status, placed.holds, placed.currency, placed.total,
    placed.gift_certificate_total, placed.refunded_total, placed.gift_refunded_total, placed.discount_code,
    placed.gift_certificate_code, placed.payment_intent_id, placed.payment_event_at, placed.has_left_cart,
    (
        select bool_or(dispute.state <> 'ended')
        from order_disputes dispute
        where dispute.site_id = $1
        and dispute.order_id = $2
    ) as is_disputed,
    (
        select coalesce(-sum(movement.amount), 0)::bigint
        from gift_certificate_movements movement
        where movement.site_id = $1
        and movement.order_id = $2
    ) as gift_held
from orders placed
where placed.site_id = $1
and placed.id = $2
for update
