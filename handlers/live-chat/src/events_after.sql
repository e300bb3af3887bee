-- For each conversation ($2) the events after a number ($3), at most $4 of them.
select seen.conversation_id, event.number, event.event
from unnest($2::bigint[], $3::bigint[]) as seen (conversation_id, number)
cross join lateral (
    select e.number,
        case
            when e.status is null then json_build_object(
                'event', 'message',
                'data', json_build_object(
                    'eventId', e.number::text,
                    'occurredAt', e.occurred_at,
                    'data', json_build_object(
                        'id', e.id,
                        'conversationId', e.conversation_id,
                        'authorKind', e.author_kind,
                        'authorName', e.author_name,
                        'body', e.body,
                        'occurredAt', e.occurred_at
                    )
                )
            )
            else json_build_object(
                'event', 'status',
                'data', json_build_object(
                    'conversationId', e.conversation_id,
                    'status', e.status,
                    'occurredAt', e.occurred_at
                )
            )
        end as event
    from chat_events e
    where e.site_id = $1
    and e.conversation_id = seen.conversation_id
    and e.number > seen.number
    order by e.number
    limit $4
) event
order by seen.conversation_id, event.number
