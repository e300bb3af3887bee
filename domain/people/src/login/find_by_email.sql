-- Returns no row for a person who has not accepted an invitation yet.
select person.id, person.password_hash
from people person
where lower(person.email collate "und-x-icu") = lower($1::text collate "und-x-icu")
and person.password_hash is not null
