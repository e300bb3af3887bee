-- A foreign key to the site waits for this lock.
select
from sites site
where site.id = $1
for update
