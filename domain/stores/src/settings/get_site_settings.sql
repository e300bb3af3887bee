select
    site.version,
    site.name,
    site.domain,
    site.subdomain,
    site.description,
    site.custom_layout,
    site.conversation_retention_days,
    site.time_zone
from sites site
where site.id = $1
