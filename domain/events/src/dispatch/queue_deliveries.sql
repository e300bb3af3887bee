-- Queues the events $2 for the site's endpoints. An endpoint without a list of events receives all.
insert into webhook_deliveries (site_id, endpoint_id, event_id, resource, created_at, due_at)
select $1, endpoint.id, event.id, event.resource, $3, $3
from events event
join webhook_endpoints endpoint
    on endpoint.site_id = $1
    and endpoint.disabled_at is null
    and (cardinality(endpoint.events) = 0 or event.kind = any (endpoint.events))
where event.site_id = $1
and event.id = any ($2)
order by event.id
