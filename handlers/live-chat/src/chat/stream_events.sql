select conversation.last_event
from chat_conversations conversation
where conversation.site_id = $1
and conversation.id = $2
and (
--[widget_is_available.sql]
)
