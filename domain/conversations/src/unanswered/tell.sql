-- The messages since the last answer are one cause. A conversation is told once: it then has no `unanswered_since` until
-- the visitor's next message, whose cause is the same if no agent has answered.
with told as (
    update chat_conversations conversation
    set unanswered_since = null
    where conversation.site_id = $1
    and conversation.unanswered_since > $2
    and conversation.unanswered_since <= $3
    and conversation.status <> 'closed'
    returning conversation.id, conversation.unanswered_event
)
insert into alerts (site_id, kind, cause, data, occurred_at)
select $1, 'conversationUnanswered', told.id || ' ' || told.unanswered_event,
    jsonb_build_object('conversationId', told.id), $4
from told
on conflict (site_id, kind, cause) do nothing
