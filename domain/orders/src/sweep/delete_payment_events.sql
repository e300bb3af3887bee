with old as (
    select event.event_id
    from payment_events event
    where event.site_id = $1
    and event.received_at <= $2
    order by event.received_at
    limit 1000
)
delete from payment_events event
using old
where event.site_id = $1
and event.event_id = old.event_id
