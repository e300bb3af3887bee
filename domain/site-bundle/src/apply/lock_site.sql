-- Locks the site as checkouts do: an import and a change of the currency wait, and other changes do not.
select
from sites site
where site.id = $1
for share
