-- Of all sites: the one statement beside the directories that is not one site's.
select s.id::text, s.name, s.domain, s.subdomain, case when s.active then 'active' else 'inactive' end
from sites s
order by s.id
