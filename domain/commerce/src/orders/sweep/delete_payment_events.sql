-- Deletes up to 1,000 of the site's events that were received at $2 or earlier.
delete from payment_events event
where event.site_id = $1
and event.event_id = any (array(
    select old.event_id
    from payment_events old
    where old.site_id = $1
    and old.received_at <= $2
    order by old.received_at
    limit 1000
))
