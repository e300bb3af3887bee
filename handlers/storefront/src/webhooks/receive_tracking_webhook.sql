-- Stores the event $3 with the newest order that has the tracking number $2, because carriers reuse tracking numbers.
-- Returns no row if there is no such order or the event is already stored.
with shipped as materialized (
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.tracking_number = $2
    order by placed.created_at desc, placed.id desc
    limit 1
    for update
)
insert into order_tracking_events (site_id, event_id, order_id, event_type, payload, processed_at)
select $1, $3, shipped.id, $4, $5, $6
from shipped
on conflict (site_id, event_id) do nothing
returning order_id
