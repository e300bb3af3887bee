-- Imports and changes of the currency wait for this lock. Other changes do not.
select
from sites site
where site.id = $1
for share
