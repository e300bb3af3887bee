-- Counts the deliveries of all sites that wait, at most $1, and finds for how many seconds the oldest has waited at $2.
-- Those of disabled endpoints wait for staff.
select
    count(*) as waiting,
    coalesce(extract(epoch from $2 - min(waiting.created_at))::bigint, 0) as oldest_seconds
from (
    select delivery.created_at
    from webhook_deliveries delivery
    join webhook_endpoints endpoint
        on endpoint.site_id = delivery.site_id
        and endpoint.id = delivery.endpoint_id
        and endpoint.disabled_at is null
    where delivery.delivered_at is null
    and delivery.failed_at is null
    limit $1
) waiting
