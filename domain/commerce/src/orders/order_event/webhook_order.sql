-- Returns the order as events show it. The caller sets the path.
select $1::bigint as site_id, placed.id as order_id, placed.number as order_number, placed.status, placed.payment_status,
    placed.total, placed.refunded_total + placed.gift_refunded_total as refunded_total, placed.currency, '' as path
from orders placed
where placed.site_id = $1
and placed.id = $2
