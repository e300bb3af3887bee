-- Turns TOTP on, and ends the person's sessions except $4.
with recoverable as (
    insert into person_recovery_codes (person_id, code_sha256)
    select $1, code
    from unnest($3::bytea[]) code
), ended as (
    delete from person_sessions session
    where session.person_id = $1
    and session.token_sha256 <> $4
)
update people person
set has_totp = true, totp_last_step = $2
where person.id = $1
