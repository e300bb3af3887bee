select person.id
from people person
where person.id = $1
for update
