-- Returns up to 100 conversations that were closed at $2 or earlier.
--
-- The index has the time at which conversations started. Of the conversations that started at $2 or earlier, only those
-- that were open at $2 are read in vain.
select conversation.id
from chat_conversations conversation
where conversation.site_id = $1
and conversation.status = 'closed'
and conversation.started_at <= $2
and conversation.last_event_at <= $2
order by conversation.started_at
limit 100
