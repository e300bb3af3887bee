-- Returns at most $3 events with numbers above $2.
select event.number,
    json_build_object(
        'event', event.kind,
        'data', event.data || jsonb_build_object('occurredAt', event.occurred_at)
    ) as event
from inbox_events event
where event.site_id = $1
and event.number > $2
order by event.number
limit $3
