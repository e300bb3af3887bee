-- Removes nulls, so that the document's defaults apply.
select jsonb_strip_nulls(site.branding) as branding
from sites site
where site.id = $1
and site.active
