-- Returns a conversation with at most $4 messages before the event with the number $3, newest first.
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
    conversation.last_message_at,
    array_to_json(array(
        select json_build_object(
            'id', message.id,
            'number', message.number,
            'author', json_build_object(
                'kind', case message.author_kind
                    when 'visitor' then 'visitor'
                    else coalesce(message.actor_kind, 'command_line')
                end,
                'id', nullif(message.actor_id, 0),
                'name', message.author_name
            ),
            'body', message.body,
            'createdAt', message.occurred_at
        )
        from (
            select event.*
            from chat_events event
            where event.site_id = $1
            and event.conversation_id = $2
            and event.number < $3
            and event.body is not null
            order by event.number desc
            limit $4
        ) message
        order by message.number desc
    )) as messages
from chat_conversations conversation
where conversation.site_id = $1
and conversation.id = $2
