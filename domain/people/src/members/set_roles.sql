update person_roles granted
set roles = $3
where granted.site_id = $1
and coalesce(granted.invitation_id, granted.person_id) = $2
