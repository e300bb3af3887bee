select site.id::text, site.name, site.domain, site.subdomain, case when site.active then 'active' else 'inactive' end
from sites site
order by site.id
