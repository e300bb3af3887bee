select granted.person_id
from person_roles granted
where granted.site_id = $1
and coalesce(granted.invitation_id, granted.person_id) = $2
