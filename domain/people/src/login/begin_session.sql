-- Begins a session if $3 is still the hash of the person's password.
--
-- The lock on the person's row makes a concurrent change of the password wait and then end this session too. The lock
-- also makes concurrent logins wait for each other, so that each login sees the sessions of the others.
with locked as materialized (
    select person.id, person.email, person.name, person.has_totp
    from people person
    where person.id = $1
    and person.password_hash = $3
    for no key update
), begun as (
    insert into person_sessions (token_sha256, person_id, created_at, last_used_at)
    select $2, locked.id, $4, $4
    from locked
), seen as (
    update people person
    set last_seen_at = $4
    from locked
    where person.id = locked.id
)
select locked.id, locked.email, locked.name, locked.has_totp
from locked
