select c.status
from chat_conversations c
where c.site_id = $1
and c.id = $2
