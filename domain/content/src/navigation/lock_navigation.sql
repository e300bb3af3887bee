-- Locks the row of the site, which has the version of the navigation. An import that replaces the site locks it too.
select site.navigation_version
from sites site
where site.id = $1
for no key update
