-- Returns up to 1,000 of the sites with idle conversations, as in idle_conversations.sql, in random order.
select site.id
from sites site
where exists (
    select
    from chat_conversations conversation
    where conversation.site_id = site.id
    and conversation.status <> 'closed'
    and conversation.last_message_at < $1
)
order by random()
limit 1000
