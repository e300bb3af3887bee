-- Ends the claims of deliveries that were not attempted.
update webhook_deliveries delivery
set due_at = $3,
    is_claimed = false,
    attempts = delivery.attempts - 1
where delivery.site_id = $1
and delivery.id = any ($2)
and delivery.is_claimed
