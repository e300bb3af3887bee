select count(*)
from webhook_endpoints endpoint
where endpoint.site_id = $1
