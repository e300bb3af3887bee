update webhook_endpoints endpoint
set failures = $3,
    failing_since = $4,
    paused_until = $5
where endpoint.site_id = $1
and endpoint.id = $2
