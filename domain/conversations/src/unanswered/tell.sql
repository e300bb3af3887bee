-- The messages since the last answer are one cause.
insert into alerts (site_id, kind, cause, data, occurred_at)
select $1, 'conversationUnanswered', conversation.id || ' ' || conversation.unanswered_event,
    jsonb_build_object('conversationId', conversation.id), $4
from chat_conversations conversation
where conversation.site_id = $1
and conversation.unanswered_since > $2
and conversation.unanswered_since <= $3
and conversation.status <> 'closed'
on conflict (site_id, kind, cause) do nothing
