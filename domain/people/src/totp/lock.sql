-- Locks the person, so that concurrent calls see each other's codes and changes.
select
    person.password_hash,
    person.has_totp,
    encode(person.totp_sealed, 'hex') as sealed,
    person.totp_last_step as last_step
from people person
where person.id = $1
for no key update
