with parameters as (
    select $1::bigint, $2::bigint, $3::timestamptz, $4::bigint, $5::bigint, $6::text
)
select
    delivery.id,
    delivery.endpoint_id,
    'msg_' || replace(event.uid::text, '-', '') as event_id,
    event.kind as event,
    case
        when delivery.delivered_at is not null then 'delivered'
        when delivery.failed_at is not null then 'failed'
        else 'waiting'
    end as status,
    delivery.attempts,
    delivery.status as status_code,
    delivery.error,
    delivery.created_at,
    delivery.attempted_at,
    case when delivery.delivered_at is null and delivery.failed_at is null then delivery.due_at end as next_attempt_at
from webhook_deliveries delivery
join events event
    on event.site_id = $1
    and event.id = delivery.event_id
where delivery.site_id = $1
and (delivery.created_at, delivery.id) < ($3, $4)
--[endpoint] and delivery.endpoint_id = $5
--[event] and event.kind = $6
--[waiting] and delivery.delivered_at is null and delivery.failed_at is null
--[delivered] and delivery.delivered_at is not null
--[failed] and delivery.failed_at is not null
order by delivery.created_at desc, delivery.id desc
limit $2
