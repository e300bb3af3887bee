-- Locks the person against a change of roles.
select person.id
from people person
where person.id = $1
for share
