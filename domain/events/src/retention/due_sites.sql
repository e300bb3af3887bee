-- Returns up to 1,000 of the sites with events from $1 or earlier, in random order.
select site.id
from sites site
where exists (
    select
    from events event
    where event.site_id = site.id
    and event.occurred_at <= $1
)
order by random()
limit 1000
