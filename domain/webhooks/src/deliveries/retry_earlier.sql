-- Makes the earlier deliveries of the resource of $2 due, because $2 waits for them.
update webhook_deliveries earlier
set due_at = $3
from webhook_deliveries delivery
where delivery.site_id = $1
and delivery.id = $2
and earlier.site_id = $1
and earlier.endpoint_id = delivery.endpoint_id
and earlier.resource = delivery.resource
and earlier.id < delivery.id
and earlier.delivered_at is null
and earlier.failed_at is null
and not earlier.is_claimed
and earlier.due_at > $3
