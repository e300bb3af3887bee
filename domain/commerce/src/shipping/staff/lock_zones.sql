select zone.id
from shipping_zones zone
where zone.site_id = $1
order by zone.id
for no key update
