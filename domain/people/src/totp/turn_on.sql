with recoverable as (
    insert into person_recovery_codes (person_id, code_sha256)
    select $1, code
    from unnest($3::bytea[]) code
)
update people person
set has_totp = true, totp_last_step = $2
where person.id = $1
