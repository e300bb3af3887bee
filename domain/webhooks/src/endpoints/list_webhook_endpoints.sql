select
    endpoint.id,
    endpoint.version,
    endpoint.url,
    endpoint.description,
    endpoint.events,
    endpoint.disabled_at is null as active,
    endpoint.disabled_reason,
    endpoint.disabled_at,
    endpoint.failing_since,
    endpoint.created_at,
    endpoint.updated_at
from webhook_endpoints endpoint
where endpoint.site_id = $1
and endpoint.id > $2
order by endpoint.id
limit $3
