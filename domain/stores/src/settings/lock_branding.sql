select site.branding_version as version, site.branding
from sites site
where site.id = $1
for no key update
