select
from sites site
where site.id = $1
for share
