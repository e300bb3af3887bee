update people person
set totp_sealed = $3
where person.id = $1
and person.totp_sealed = decode($2, 'hex')
