-- Changes of content, imports and checkouts wait for this lock.
select
from sites site
where site.id = $1
for no key update
