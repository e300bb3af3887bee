-- Returns no row while an import or another change locks the site. A later run of the job publishes its posts.
select site.id
from sites site
where site.id = $1
for share skip locked
