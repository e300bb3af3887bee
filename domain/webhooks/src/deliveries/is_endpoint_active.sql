-- Locks the endpoint, so that it is not disabled or removed before the transaction ends.
select endpoint.disabled_at is null
from webhook_endpoints endpoint
where endpoint.site_id = $1
and endpoint.id = $2
for share
