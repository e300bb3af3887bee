select granted.person_id, granted.invited_as is not null as is_invited
from person_roles granted
where granted.site_id = $1
and coalesce(granted.invitation_id, granted.person_id) = $2
