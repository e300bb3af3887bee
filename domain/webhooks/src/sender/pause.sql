update webhook_endpoints endpoint
set paused_until = $3
where endpoint.site_id = $1
and endpoint.id = $2
