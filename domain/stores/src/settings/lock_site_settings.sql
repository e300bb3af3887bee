select site.version, site.custom_layout
from sites site
where site.id = $1
for no key update
