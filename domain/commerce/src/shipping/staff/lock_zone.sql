select zone.version
from shipping_zones zone
where zone.site_id = $1
and zone.id = $2
for update
