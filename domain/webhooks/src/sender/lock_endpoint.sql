-- The endpoint, unless it is disabled or paused at $3. The previous secret signs too until its end.
select
    endpoint.url,
    encode(endpoint.secret, 'hex') as secret,
    case when endpoint.previous_secret_until > $3 then encode(endpoint.previous_secret, 'hex') end as previous_secret,
    endpoint.failures
from webhook_endpoints endpoint
where endpoint.site_id = $1
and endpoint.id = $2
and endpoint.disabled_at is null
and (endpoint.paused_until is null or endpoint.paused_until <= $3)
for no key update
