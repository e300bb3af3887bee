update people person
set password_hash = $3
where person.id = $1
and person.password_hash = $2
