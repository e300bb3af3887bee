update person_roles granted
set roles = $3
where granted.site_id = $1
and granted.person_id = $2
