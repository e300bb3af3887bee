-- No row when the conversation is gone or closed, or the visitor too quick: a message takes 2 seconds, and 10
-- may be sent at once, the tenth 18 seconds ahead of its time. One second more is for messages that overtake
-- each other on their way to the row's lock; it is too short for an eleventh.
with conversation as (
    update chat_conversations c
    set last_event = c.last_event + 1,
        last_event_at = greatest(c.last_event_at, $4),
        last_message_at = greatest(c.last_message_at, $4),
        sending_until = greatest(c.sending_until, $5::bigint) + 2000
    where c.site_id = $1
    and c.id = $2
    and c.status <> 'closed'
    and c.sending_until <= $5::bigint + 19000
    returning c.last_event, c.last_event_at, coalesce(c.visitor_name, 'Visitor') as author_name
),
event as (
    insert into chat_events (site_id, conversation_id, number, occurred_at, author_kind, author_name, body)
    select $1, $2, c.last_event, c.last_event_at, 'visitor', c.author_name, $3
    from conversation c
    returning id, number, occurred_at, author_kind, author_name, body
)
select e.number,
    json_build_object(
        'id', e.id,
        'conversationId', $2::bigint,
        'clientId', $1::bigint,
        'authorKind', e.author_kind,
        'authorName', e.author_name,
        'body', e.body,
        'occurredAt', e.occurred_at
    )
from event e
