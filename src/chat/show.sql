select to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
    e.author_kind, e.author_name, coalesce(e.body, e.status)
from chat_events e
where e.site_id = $1
and e.conversation_id = $2
order by e.number
