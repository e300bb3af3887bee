-- Where it is not to `replace` a site, no row means that the site exists already. The row itself stays when it does:
-- customers, carts, orders and conversations hang on it.
insert into sites (id, name, domain, subdomain, description, custom_layout, active)
select $1, site.name, site.domain, site.subdomain, site.description, site."customLayout", coalesce(site.active, true)
from jsonb_to_recordset($2) as site(
    name text, domain text, subdomain text, description text, "customLayout" jsonb, active boolean
)
on conflict (id) do
--[!replace] nothing
--[replace] update
--[replace] set name = excluded.name,
--[replace]     domain = excluded.domain,
--[replace]     subdomain = excluded.subdomain,
--[replace]     description = excluded.description,
--[replace]     custom_layout = excluded.custom_layout,
--[replace]     branding = excluded.branding,
--[replace]     active = excluded.active
returning id
