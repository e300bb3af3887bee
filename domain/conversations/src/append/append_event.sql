-- Appends an event to a conversation: a change of its status, or a message. A message is also an event for webhooks, and a
-- visitor's message is an event of the site's inbox. Returns no row if the conversation does not meet a condition below.
-- Visitors cannot send messages while the widget is disabled or the site is not active.
--
-- - $1 the site, $2 the conversation
-- - $3 the statuses that allow the event
-- - $4 the time since which the conversation must have had no message, or null
-- - $5 the new status, or null for a message
-- - $6 the agent who takes the conversation or writes the message
-- - $7 the author of the message (visitor or agent), or null for a change of status
-- - $8 the text of the message
-- - $9 the current time
-- - $10 and $11 the rate limit of a visitor's messages: `each` and `ahead` of `MessageRate`
-- - $12 the person who is the agent $6, or null for a server key or a command
-- - $13 and $14 the kind and the id of the author of an agent's message, as in `audit_entries`
-- - $15, $16 and $17 the kind, the resource and the payload of the event for webhooks, with 0 as the id of the message
with changed as (
    update chat_conversations conversation
    set status = coalesce($5, conversation.status),
        agent_name = case
            when $5 = 'open' then null
            when $5 is not null then coalesce($6, conversation.agent_name)
            else conversation.agent_name
        end,
        agent_person_id = case
            when $5 = 'open' then null
            when $5 is not null and $6 is not null then $12::bigint
            else conversation.agent_person_id
        end,
        last_event = conversation.last_event + 1,
        last_event_at = greatest(conversation.last_event_at, $9),
        last_message_at = case
            when $7 is not null then greatest(conversation.last_message_at, $9)
            else conversation.last_message_at
        end,
        unanswered_event = case $7
            when 'visitor' then coalesce(conversation.unanswered_event, conversation.last_event + 1)
            when 'agent' then null
            else conversation.unanswered_event
        end,
        unanswered_since = case $7
            when 'visitor' then coalesce(conversation.unanswered_since, greatest(conversation.last_event_at, $9))
            when 'agent' then null
            else conversation.unanswered_since
        end,
        sending_until = case
            when $7 = 'visitor' then greatest(conversation.sending_until, floor(extract(epoch from $9::timestamptz) * 1000)::bigint) + $10::bigint
            else conversation.sending_until
        end
    where conversation.site_id = $1
    and conversation.id = $2
    and conversation.status = any($3::text[])
    and (conversation.last_message_at < $4 or $4::timestamptz is null)
    and (
        $7 is distinct from 'visitor'
        or (
            conversation.sending_until <= floor(extract(epoch from $9::timestamptz) * 1000)::bigint + $11::bigint
            and (
                select widget.enabled and site.active
                from chat_widgets widget
                join sites site on site.id = $1
                where widget.site_id = $1
                and widget.id = conversation.widget_id
            )
        )
    )
    returning conversation.last_event, conversation.last_event_at,
        case $7
            when 'visitor' then coalesce(conversation.visitor_name, 'Visitor')
            when 'agent' then $6
        end as author_name
),
event as (
    insert into chat_events (
        site_id, conversation_id, number, occurred_at, author_kind, author_name, body, status, actor_kind, actor_id
    )
    select $1, $2, changed.last_event, changed.last_event_at, $7, changed.author_name, $8, $5, $13, $14
    from changed
    returning id, number, occurred_at, author_kind, author_name, body
),
told_staff as (
    insert into inbox_events (site_id, kind, data, occurred_at)
    select $1, 'visitorMessage', jsonb_build_object('conversationId', $2::bigint), event.occurred_at
    from event
    where event.author_kind = 'visitor'
),
posted as (
    insert into events (site_id, kind, resource, payload, occurred_at, due_at)
    select $1, $15, $16, replace($17, '"messageId":0', '"messageId":' || event.id)::json, $9, $9
    from event
    where event.author_kind is not null
)
select event.number,
    case
        when event.body is not null then json_build_object(
            'id', event.id,
            'conversationId', $2::bigint,
            'clientId', $1::bigint,
            'authorKind', event.author_kind,
            'authorName', event.author_name,
            'body', event.body,
            'occurredAt', event.occurred_at
        )
    end as message
from event
