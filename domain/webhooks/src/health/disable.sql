update webhook_endpoints endpoint
set disabled_at = $3,
    disabled_reason = $4,
    version = endpoint.version + 1,
    updated_at = $3
where endpoint.site_id = $1
and endpoint.id = $2
and endpoint.disabled_at is null
returning endpoint.url
