delete from chat_conversations conversation
where conversation.site_id = $1
and conversation.id = any ($2)
