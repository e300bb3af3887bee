-- Counts the deliveries of all sites that wait, and finds for how many seconds the oldest has waited at $2. Of an endpoint,
-- the $1 that are due first count. Those of disabled endpoints wait for staff.
select
    count(*) as waiting,
    coalesce(extract(epoch from $2 - min(waiting.created_at))::bigint, 0) as oldest_seconds
from webhook_endpoints endpoint
cross join lateral (
    select delivery.created_at
    from webhook_deliveries delivery
    where delivery.site_id = endpoint.site_id
    and delivery.endpoint_id = endpoint.id
    and delivery.delivered_at is null
    and delivery.failed_at is null
    order by delivery.due_at, delivery.id
    limit $1
) waiting
where endpoint.disabled_at is null
