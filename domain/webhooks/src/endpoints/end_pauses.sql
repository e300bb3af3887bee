-- Makes the deliveries due that wait after failures.
update webhook_deliveries delivery
set due_at = $3
where delivery.site_id = $1
and delivery.endpoint_id = $2
and delivery.delivered_at is null
and delivery.failed_at is null
and not delivery.is_claimed
and delivery.due_at > $3
