-- Without a site ($1 is null) of all sites, without a state ($2 is null) of every state.
select c.site_id::text, c.id::text, c.status, c.agent_name, coalesce(c.visitor_name, c.visitor_id),
    c.last_event::text,
    to_char(c.last_message_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from chat_conversations c
where (c.site_id = $1 or $1::bigint is null)
and (c.status = $2 or $2::text is null)
order by c.last_message_at desc, c.site_id, c.id
limit 500
