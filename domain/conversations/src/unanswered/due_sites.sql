select distinct conversation.site_id
from chat_conversations conversation
where conversation.unanswered_since > $1
and conversation.unanswered_since <= $2
and conversation.status <> 'closed'
