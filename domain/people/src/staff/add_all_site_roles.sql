update people person
set all_site_roles = array(select distinct role from unnest(person.all_site_roles || $2::text[]) role order by role)
where person.id = $1
and not person.all_site_roles @> $2::text[]
