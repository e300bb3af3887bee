-- A replacement updates the row, because customers, carts, orders and conversations refer to it.
insert into sites as site (
    id, name, domain, subdomain, description, custom_layout, active, conversation_retention_days, time_zone
)
select $1, bundled.name, bundled.domain, bundled.subdomain, bundled.description, bundled."customLayout",
    coalesce(bundled.active, true), coalesce(bundled."conversationRetentionDays", 400),
    coalesce(bundled."timeZone", 'UTC')
from jsonb_to_recordset($2) as bundled(
    name text, domain text, subdomain text, description text, "customLayout" jsonb, active boolean,
    "conversationRetentionDays" bigint, "timeZone" text
)
--[replaces] on conflict (id) do update
--[replaces] set name = excluded.name,
--[replaces]     domain = excluded.domain,
--[replaces]     subdomain = excluded.subdomain,
--[replaces]     description = excluded.description,
--[replaces]     custom_layout = excluded.custom_layout,
--[replaces]     branding = excluded.branding,
--[replaces]     active = excluded.active,
--[replaces]     conversation_retention_days = excluded.conversation_retention_days,
--[replaces]     time_zone = excluded.time_zone,
--[replaces]     version = greatest(site.version + 1, excluded.version),
--[replaces]     branding_version = greatest(site.branding_version + 1, excluded.branding_version),
--[replaces]     navigation_version = greatest(site.navigation_version + 1, excluded.navigation_version)
