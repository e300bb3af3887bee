select site.branding::text
from sites site
where site.id = $1
