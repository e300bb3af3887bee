-- Queues a test. Its resource is its own, so that it does not wait for an earlier test.
insert into webhook_deliveries as delivery (site_id, endpoint_id, event_id, resource, created_at, due_at)
select $1, $2, event.id, event.resource || '#' || event.id, $4, $4
from events event
where event.site_id = $1
and event.id = $3
returning delivery.id
