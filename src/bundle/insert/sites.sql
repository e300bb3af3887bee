-- No row means that the site exists already.
insert into sites (id, name, domain, subdomain, description, custom_layout, active)
select $1, site.name, site.domain, site.subdomain, site.description, site."customLayout", coalesce(site.active, true)
from jsonb_to_recordset($2) as site(
    name text, domain text, subdomain text, description text, "customLayout" jsonb, active boolean
)
on conflict (id) do nothing
returning id
