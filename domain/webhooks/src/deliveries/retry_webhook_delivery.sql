-- A delivery that a server has claimed stays as it is until the claim expires.
update webhook_deliveries delivery
set due_at = $3,
    is_claimed = false,
    attempts = 0,
    delivered_at = null,
    failed_at = null
where delivery.site_id = $1
and delivery.id = $2
and (not delivery.is_claimed or delivery.due_at <= $3)
