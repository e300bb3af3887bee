select jsonb_strip_nulls(site.branding) || jsonb_build_object('version', site.branding_version) as branding
from sites site
where site.id = $1
