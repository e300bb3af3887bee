select person.id, person.email, encode(person.totp_sealed, 'hex') as sealed
from people person
where person.totp_sealed is not null
