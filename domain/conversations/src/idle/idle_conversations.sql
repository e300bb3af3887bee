-- Up to 500 of a site's conversations that have had no message since $2 and are not closed.
select conversation.id
from chat_conversations conversation
where conversation.site_id = $1
and conversation.status <> 'closed'
and conversation.last_message_at < $2
limit 500
