-- Locks the people $1 and the person with the address $2, in the order of their ids, so that two changes never wait for
-- each other. Every change of a person's roles locks the person.
select person.id
from people person
where person.id = any ($1::bigint[])
or lower(person.email collate "und-x-icu") = lower($2::text collate "und-x-icu")
order by person.id
for no key update
