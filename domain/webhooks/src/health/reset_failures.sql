update webhook_endpoints endpoint
set failures = 0,
    failing_since = null,
    paused_until = null
where endpoint.site_id = $1
and endpoint.id = $2
