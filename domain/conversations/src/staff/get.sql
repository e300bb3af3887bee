select
    conversation.id,
    conversation.status,
    conversation.widget_id,
    conversation.visitor_id,
    conversation.visitor_name,
    conversation.visitor_email,
    conversation.agent_person_id as agent_id,
    conversation.agent_name,
    conversation.started_at,
    conversation.last_message_at
from chat_conversations conversation
where conversation.site_id = $1
and conversation.id = $2
