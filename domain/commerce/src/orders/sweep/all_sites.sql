select site.id
from sites site
order by site.id
