insert into chat_conversations (site_id, widget_id, visitor_id, last_event_at, last_message_at, started_at)
select 1, 1, 'visitor-' || number, now(), now(), now()
from generate_series(1, $1::bigint) as number
