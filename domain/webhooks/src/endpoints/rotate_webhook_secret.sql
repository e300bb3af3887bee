update webhook_endpoints endpoint
set secret = $3,
    previous_secret = endpoint.secret,
    previous_secret_until = $4,
    version = endpoint.version + 1,
    updated_at = $5
where endpoint.site_id = $1
and endpoint.id = $2
