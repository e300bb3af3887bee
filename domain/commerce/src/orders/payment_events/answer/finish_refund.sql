update order_refunds refund
set done_at = $3
where refund.site_id = $1
and refund.id = $2
