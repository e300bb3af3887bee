update people person
set password_hash = $2
where person.id = $1
returning person.email, coalesce(person.name, '') as name
