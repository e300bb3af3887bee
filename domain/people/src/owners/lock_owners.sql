select granted.person_id
from person_roles granted
where granted.site_id = $1
and 'owner' = any (granted.roles)
order by granted.person_id
for update
