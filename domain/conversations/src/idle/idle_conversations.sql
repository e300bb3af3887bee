-- Returns up to 500 of the site's conversations that are not closed and have had no message since $2.
select conversation.id
from chat_conversations conversation
where conversation.site_id = $1
and conversation.status <> 'closed'
and conversation.last_message_at < $2
limit 500
