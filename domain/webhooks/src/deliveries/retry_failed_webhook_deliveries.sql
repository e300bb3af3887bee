update webhook_deliveries delivery
set due_at = $4,
    is_claimed = false,
    attempts = 0,
    failed_at = null
from events event
where delivery.site_id = $1
and delivery.endpoint_id = $2
and delivery.failed_at is not null
and event.site_id = $1
and event.id = delivery.event_id
and event.occurred_at >= $3
