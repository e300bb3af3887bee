-- Locks the person, so that TOTP is not removed at the same time.
select person.has_totp
from people person
where person.id = $1
for no key update
