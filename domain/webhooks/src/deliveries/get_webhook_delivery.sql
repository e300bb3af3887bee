select
    delivery.id,
    delivery.endpoint_id,
    'msg_' || replace(event.uid::text, '-', '') as event_id,
    event.kind as event,
    event.payload::text as payload,
    case
        when delivery.delivered_at is not null then 'delivered'
        when delivery.failed_at is not null then 'failed'
        else 'waiting'
    end as status,
    delivery.attempts,
    delivery.status as status_code,
    delivery.answer,
    delivery.error,
    delivery.created_at,
    delivery.attempted_at,
    case when delivery.delivered_at is null and delivery.failed_at is null then delivery.due_at end as next_attempt_at
from webhook_deliveries delivery
join events event
    on event.site_id = $1
    and event.id = delivery.event_id
where delivery.site_id = $1
and delivery.id = $2
