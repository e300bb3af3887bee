-- Bodies are 'message 17 and more': which of those that were sent.
select e.conversation_id,
    e.number,
    split_part(e.body, ' ', 2)::bigint,
    (extract(epoch from pg_xact_commit_timestamp(e.xmin)) * 1000000)::bigint
from chat_events e
where e.body is not null
order by e.conversation_id, e.number
