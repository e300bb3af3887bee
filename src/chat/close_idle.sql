-- Some of a site's conversations without a message since $2.
with idle as (
    select c.id
    from chat_conversations c
    where c.site_id = $1
    and c.status <> 'closed'
    and c.last_message_at < $2
    order by c.id
    limit 500
    for update skip locked
),
closed as (
    update chat_conversations c
    set status = 'closed',
        last_event = c.last_event + 1,
        last_event_at = greatest(c.last_event_at, $3)
    from idle
    where c.site_id = $1
    and c.id = idle.id
    returning c.id, c.last_event, c.last_event_at
),
event as (
    insert into chat_events (site_id, conversation_id, number, occurred_at, status)
    select $1, c.id, c.last_event, c.last_event_at, 'closed'
    from closed c
)
select c.id, c.last_event
from closed c
