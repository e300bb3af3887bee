update people person
set totp_last_step = $2
where person.id = $1
