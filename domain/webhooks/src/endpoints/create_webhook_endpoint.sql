insert into webhook_endpoints as endpoint (
    site_id, url, description, events, secret, version, created_at, updated_at
)
values ($1, $2, $3, $4, $5, (extract(epoch from $6::timestamptz) * 1000)::bigint, $6, $6)
returning
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
