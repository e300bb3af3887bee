with conversation as (
    update chat_conversations c
    set last_event = c.last_event + 1,
        last_event_at = greatest(c.last_event_at, $5),
        last_message_at = greatest(c.last_message_at, $5)
    where c.site_id = $1
    and c.id = $2
    and c.status <> 'closed'
    returning c.last_event, c.last_event_at
),
event as (
    insert into chat_events (site_id, conversation_id, number, occurred_at, author_kind, author_name, body)
    select $1, $2, c.last_event, c.last_event_at, 'agent', $3, $4
    from conversation c
)
select c.last_event
from conversation c
