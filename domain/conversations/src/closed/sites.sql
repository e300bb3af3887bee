select site.id, site.conversation_retention_days
from sites site
order by site.id
