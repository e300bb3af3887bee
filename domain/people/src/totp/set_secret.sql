update people person
set totp_sealed = $2, totp_last_step = 0
where person.id = $1
