-- Returns, for each conversation in $2, at most $4 events after the number that has the same position in $3.
select seen.conversation_id, event.number, event.event
from unnest($2::bigint[], $3::bigint[]) as seen (conversation_id, number)
cross join lateral (
    select stored.number,
        case
            when stored.status is null then json_build_object(
                'event', 'message',
                'data', json_build_object(
                    'eventId', stored.number::text,
                    'occurredAt', stored.occurred_at,
                    'data', json_build_object(
                        'id', stored.id,
                        'conversationId', stored.conversation_id,
                        'authorKind', stored.author_kind,
                        'authorName', stored.author_name,
                        'body', stored.body,
                        'occurredAt', stored.occurred_at
                    )
                )
            )
            else json_build_object(
                'event', 'status',
                'data', json_build_object(
                    'conversationId', stored.conversation_id,
                    'status', stored.status,
                    'occurredAt', stored.occurred_at
                )
            )
        end as event
    from chat_events stored
    where stored.site_id = $1
    and stored.conversation_id = seen.conversation_id
    and stored.number > seen.number
    order by stored.number
    limit $4
) event
order by seen.conversation_id, event.number
