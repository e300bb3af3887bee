-- Bodies are 'message 17 and more': which of those that were sent.
select event.conversation_id,
    event.number,
    split_part(event.body, ' ', 2)::bigint,
    (extract(epoch from pg_xact_commit_timestamp(event.xmin)) * 1000000)::bigint
from chat_events event
where event.body is not null
order by event.conversation_id, event.number
