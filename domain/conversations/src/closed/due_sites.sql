-- Returns up to 1,000 of the sites with closed conversations that may be due to be deleted at $1, in random order, and
-- the number of days for which each retains a closed conversation. Some are not due, because they were closed long after
-- they started.
select site.id, site.conversation_retention_days
from sites site
where exists (
    select
    from chat_conversations conversation
    where conversation.site_id = site.id
    and conversation.status = 'closed'
    and conversation.started_at
        <= $1::timestamptz - make_interval(hours => 24 * site.conversation_retention_days::integer)
)
order by random()
limit 1000
