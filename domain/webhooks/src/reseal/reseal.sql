-- Replaces the secrets, unless the endpoint has another secret now.
update webhook_endpoints endpoint
set secret = $4,
    previous_secret = $5
where endpoint.site_id = $1
and endpoint.id = $2
and endpoint.secret = decode($3, 'hex')
