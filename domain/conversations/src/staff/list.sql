-- $1 is the site, or null for all sites. $2 is the status, or null for any status. All columns are text.
select conversation.site_id::text, conversation.id::text, conversation.status, conversation.agent_name,
    coalesce(conversation.visitor_name, conversation.visitor_id), conversation.last_event::text,
    to_char(conversation.last_message_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from chat_conversations conversation
where (conversation.site_id = $1 or $1::bigint is null)
and (conversation.status = $2 or $2::text is null)
order by conversation.last_message_at desc, conversation.site_id, conversation.id
limit 500
