with conversation as (
    update chat_conversations c
    set status = $4,
        agent_name = case when $4 = 'open' then null else coalesce($5, c.agent_name) end,
        last_event = c.last_event + 1,
        last_event_at = greatest(c.last_event_at, $6)
    where c.site_id = $1
    and c.id = $2
    and c.status = any($3::text[])
    returning c.last_event, c.last_event_at, c.status
),
event as (
    insert into chat_events (site_id, conversation_id, number, occurred_at, status)
    select $1, $2, c.last_event, c.last_event_at, c.status
    from conversation c
)
select c.last_event
from conversation c
