-- Active endpoints with due deliveries.
select endpoint.site_id, endpoint.id as endpoint_id
from webhook_endpoints endpoint
where endpoint.disabled_at is null
and (endpoint.paused_until is null or endpoint.paused_until <= $1)
and exists (
    select
    from webhook_deliveries delivery
    where delivery.site_id = endpoint.site_id
    and delivery.endpoint_id = endpoint.id
    and delivery.delivered_at is null
    and delivery.failed_at is null
    and delivery.due_at <= $1
)
