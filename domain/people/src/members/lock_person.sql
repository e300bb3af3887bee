-- Locks the people $1 in the order of their ids, so that two changes never wait for each other.
select person.id
from people person
where person.id = any ($1::bigint[])
order by person.id
for update
