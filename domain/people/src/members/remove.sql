delete from person_roles granted
where granted.site_id = $1
and granted.person_id = $2
