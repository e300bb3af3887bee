-- Later deliveries of the resource of a failed delivery are due after its next attempt.
update webhook_deliveries delivery
set due_at = failed.due_at
from unnest($3::text[], $4::bigint[], $5::timestamptz[]) failed (resource, id, due_at)
where delivery.site_id = $1
and delivery.endpoint_id = $2
and delivery.resource = failed.resource
and delivery.id > failed.id
and delivery.delivered_at is null
and delivery.failed_at is null
and not delivery.is_claimed
and delivery.due_at < failed.due_at
