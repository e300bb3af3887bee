-- Some of a site's conversations without a message since $2.
select conversation.id
from chat_conversations conversation
where conversation.site_id = $1
and conversation.status <> 'closed'
and conversation.last_message_at < $2
limit 500
