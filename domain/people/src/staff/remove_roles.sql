delete from person_roles granted
where granted.person_id = $1
and ($2::bigint is null or granted.site_id = $2)
