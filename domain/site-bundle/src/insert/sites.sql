-- If $3 is false, an existing site is not replaced, and no row is returned. A replacement updates the row, because
-- customers, carts, orders and conversations refer to it.
insert into sites as site (
    id, name, domain, subdomain, description, custom_layout, active, conversation_retention_days
)
select $1, bundled.name, bundled.domain, bundled.subdomain, bundled.description, bundled."customLayout",
    coalesce(bundled.active, true), coalesce(bundled."conversationRetentionDays", 400)
from jsonb_to_recordset($2) as bundled(
    name text, domain text, subdomain text, description text, "customLayout" jsonb, active boolean,
    "conversationRetentionDays" bigint
)
on conflict (id) do update
set name = excluded.name,
    domain = excluded.domain,
    subdomain = excluded.subdomain,
    description = excluded.description,
    custom_layout = excluded.custom_layout,
    branding = excluded.branding,
    active = excluded.active,
    conversation_retention_days = excluded.conversation_retention_days
where $3
returning site.id
