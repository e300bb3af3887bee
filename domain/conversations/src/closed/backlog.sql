-- Counts the conversations of all sites that are due to be deleted at $1, at most 10,000.
select count(*)
from (
    select true
    from sites site
    cross join lateral (
        select $1::timestamptz - make_interval(hours => 24 * site.conversation_retention_days::integer) as closed_before
    ) due
    join chat_conversations conversation
        on conversation.site_id = site.id
        and conversation.status = 'closed'
        and conversation.started_at <= due.closed_before
        and conversation.last_event_at <= due.closed_before
    limit 10000
) counted
