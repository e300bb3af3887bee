-- An empty list for a site without any items, no row for no active site.
select
--[navigation.sql]
from sites site
where site.id = $1
and site.active
