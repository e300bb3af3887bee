-- Of all sites: the one statement beside the directories that is not one site's.
select site.id::text, site.name, site.domain, site.subdomain, case when site.active then 'active' else 'inactive' end
from sites site
order by site.id
