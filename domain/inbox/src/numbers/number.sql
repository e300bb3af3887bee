-- Numbers up to 1,000 events, from $2 + 1 on, and returns the highest number. Returns no row if every event has a number.
with unnumbered as materialized (
    select event.id
    from inbox_events event
    where event.site_id = $1
    and event.number is null
    order by event.id
    limit 1000
),
counted as materialized (
    select unnumbered.id, row_number() over (order by unnumbered.id) as position
    from unnumbered
),
numbered as (
    update inbox_events event
    set number = $2::bigint + counted.position
    from counted
    where event.site_id = $1
    and event.id = counted.id
    returning event.number
)
update inbox_counters counter
set newest_number = highest.number
from (select max(numbered.number) as number from numbered) highest
where counter.site_id = $1
and highest.number is not null
returning counter.newest_number
