update people person
set name = $2, password_hash = $3
where person.id = $1
