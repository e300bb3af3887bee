-- Why `send_message.sql` has sent nothing, and in how many seconds it would.
select c.status, greatest(1, ceil((c.sending_until - 19000 - $3::bigint) / 1000.0)::bigint)
from chat_conversations c
where c.site_id = $1
and c.id = $2
