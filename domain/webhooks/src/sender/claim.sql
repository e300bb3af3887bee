-- Claims deliveries that are due at $3, until $4. A delivery waits for earlier ones of its resource that have had fewer
-- than 7 attempts. Only the oldest 1,000 are considered, so that a claim does not read a long backlog: `postpone.sql` puts
-- those that wait behind the others.
with due as materialized (
    select delivery.id, delivery.resource, delivery.due_at
    from webhook_deliveries delivery
    where delivery.site_id = $1
    and delivery.endpoint_id = $2
    and delivery.delivered_at is null
    and delivery.failed_at is null
    and delivery.due_at <= $3
    order by delivery.due_at, delivery.id
    limit 1000
),
first as materialized (
    select due.id
    from due
    where not exists (
        select
        from webhook_deliveries earlier
        where earlier.site_id = $1
        and earlier.endpoint_id = $2
        and earlier.resource = due.resource
        and earlier.id < due.id
        and earlier.delivered_at is null
        and earlier.failed_at is null
        and earlier.attempts < 7
    )
    order by due.due_at, due.id
    limit $5
)
update webhook_deliveries delivery
set due_at = $4,
    is_claimed = true,
    attempts = delivery.attempts + 1
from first
join webhook_deliveries waiting
    on waiting.site_id = $1
    and waiting.id = first.id
join events event
    on event.site_id = $1
    and event.id = waiting.event_id
where delivery.site_id = $1
and delivery.id = first.id
returning
    delivery.id,
    delivery.attempts,
    waiting.due_at,
    'msg_' || replace(event.uid::text, '-', '') as message_id,
    event.payload::text as payload
