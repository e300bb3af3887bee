-- Deletes up to 1,000 numbered events from $2 or earlier.
delete from inbox_events event
where event.site_id = $1
and event.id = any (array(
    select old.id
    from inbox_events old
    where old.site_id = $1
    and old.occurred_at <= $2
    and old.number is not null
    order by old.occurred_at
    limit 1000
))
