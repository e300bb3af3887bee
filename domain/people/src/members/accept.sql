update person_roles granted
set invitation_id = null, invited_as = null
where granted.site_id = $1
and granted.person_id = $2
