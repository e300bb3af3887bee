select to_char(event.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), event.event_type,
    event.payload ->> 'status'
from order_tracking_events event
where event.site_id = $1
and event.order_id = $2
order by event.processed_at, event.event_id
