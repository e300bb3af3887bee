-- Imports that replace the site, changes of the currency, of the branding, of the navigation and of the settings of the
-- site, and removals of media wait for this lock. Other changes do not.
select
from sites site
where site.id = $1
for share
