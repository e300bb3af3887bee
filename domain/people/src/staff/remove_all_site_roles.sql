update people person
set all_site_roles = '{}'
where person.id = $1
and person.all_site_roles <> '{}'
