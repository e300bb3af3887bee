update webhook_endpoints endpoint
set disabled_at = null,
    disabled_reason = null
where endpoint.site_id = $1
and endpoint.id = $2
