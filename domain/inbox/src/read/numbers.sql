-- Returns the highest number that was given, and the number below that of the oldest event.
select
    coalesce(counter.newest_number, 0) as newest,
    coalesce(
        (
            select min(event.number) - 1
            from inbox_events event
            where event.site_id = $1
        ),
        counter.newest_number,
        0
    ) as deleted
from sites site
left join inbox_counters counter on counter.site_id = $1
where site.id = $1
