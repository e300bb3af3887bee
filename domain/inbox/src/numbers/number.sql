-- Numbers up to 1,000 events, from $2 + 1 on.
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
)
update inbox_events event
set number = $2::bigint + counted.position
from counted
where event.site_id = $1
and event.id = counted.id
