select row_to_json(item)::text
from (
    select site.id, site.name, site.domain, site.subdomain, site.description, site.custom_layout as "customLayout",
        site.active, site.conversation_retention_days as "conversationRetentionDays",
        site.time_zone as "timeZone"
    from sites site
    where site.id = $1
) item
