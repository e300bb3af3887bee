-- The row itself stays: customers, carts, orders and conversations hang on it.
insert into sites (id, name, domain, subdomain, description, custom_layout, active)
select $1, site.name, site.domain, site.subdomain, site.description, site."customLayout", coalesce(site.active, true)
from jsonb_to_recordset($2) as site(
    name text, domain text, subdomain text, description text, "customLayout" jsonb, active boolean
)
on conflict (id) do update
set name = excluded.name,
    domain = excluded.domain,
    subdomain = excluded.subdomain,
    description = excluded.description,
    custom_layout = excluded.custom_layout,
    branding = excluded.branding,
    active = excluded.active
returning id
