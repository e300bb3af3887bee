-- Returns the highest number that was given, and the lowest number of an event that still exists.
select
    coalesce(counter.newest_number, 0),
    (
        select min(event.number)
        from inbox_events event
        where event.site_id = $1
    )
from sites site
left join inbox_counters counter on counter.site_id = $1
where site.id = $1
