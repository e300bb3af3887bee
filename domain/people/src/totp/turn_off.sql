with forgotten as (
    delete from person_recovery_codes code
    where code.person_id = $1
)
update people person
set has_totp = false, totp_sealed = null
where person.id = $1
and person.has_totp
