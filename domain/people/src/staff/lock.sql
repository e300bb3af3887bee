-- Locks the person, so that concurrent changes of the person's roles wait.
select person.id
from people person
where lower(person.email collate "und-x-icu") = lower($1::text collate "und-x-icu")
for update
