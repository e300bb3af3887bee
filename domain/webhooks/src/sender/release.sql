-- Ends the claims of deliveries that were not attempted, unless another server has claimed them in the meantime.
update webhook_deliveries delivery
set due_at = released.due_at,
    is_claimed = false,
    attempts = delivery.attempts - 1
from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) released (id, attempts, due_at)
where delivery.site_id = $1
and delivery.id = released.id
and delivery.attempts = released.attempts
and delivery.is_claimed
