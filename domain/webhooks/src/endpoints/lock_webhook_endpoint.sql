select endpoint.version
from webhook_endpoints endpoint
where endpoint.site_id = $1
and endpoint.id = $2
for no key update
