-- Returns at most $5 conversations with the statuses $2, newest message first, after the position $3, $4. The indexes
-- have the conversations of each status in this order, so a page reads at most $5 conversations of each.
with parameters as (
    select $1::bigint as site_id, $2::text[] as statuses, $6::bigint as person_id
)
select
    listed.id,
    listed.status,
    listed.widget_id,
    listed.visitor_id,
    listed.visitor_name,
    listed.visitor_email,
    listed.agent_person_id as agent_id,
    listed.agent_name,
    listed.started_at,
    listed.last_message_at
from unnest($2::text[]) as wanted (status)
cross join lateral (
    select conversation.*
    from chat_conversations conversation
    where conversation.site_id = $1
    and conversation.status = wanted.status
--[mine] and conversation.agent_person_id = $6
    and (conversation.last_message_at, conversation.id) < ($3, $4)
    order by conversation.last_message_at desc, conversation.id desc
    limit $5
) listed
order by listed.last_message_at desc, listed.id desc
limit $5
