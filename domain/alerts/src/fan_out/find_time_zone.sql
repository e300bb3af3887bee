select site.time_zone
from sites site
where site.id = $1
