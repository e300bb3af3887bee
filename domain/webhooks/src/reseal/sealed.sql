-- The sealed secrets of the site's endpoints, or of all sites.
select
    endpoint.site_id,
    endpoint.id,
    encode(endpoint.secret, 'hex') as secret,
    encode(endpoint.previous_secret, 'hex') as previous_secret
from webhook_endpoints endpoint
where ($1::bigint is null or endpoint.site_id = $1)
order by endpoint.site_id, endpoint.id
