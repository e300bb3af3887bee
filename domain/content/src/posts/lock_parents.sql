-- Locks the site's row, so that only one transaction at a time changes the parents of the site's posts.
select
from sites site
where site.id = $1
for no key update
