select count(*)
from shipping_zones zone
where zone.site_id = $1
