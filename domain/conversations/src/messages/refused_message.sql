-- Finds out why a visitor's message was refused. Returns the status of the conversation, and the seconds until the rate
-- limit of `append_event.sql` allows a message. Returns no row if the conversation is not available to visitors.
select conversation.status,
    greatest(1, ceil((conversation.sending_until - $4::bigint - $3::bigint) / 1000.0)::bigint) as retry_after
from chat_conversations conversation
where conversation.site_id = $1
and conversation.id = $2
and (
    select widget.enabled and site.active
    from chat_widgets widget
    join sites site on site.id = $1
    where widget.site_id = $1
    and widget.id = conversation.widget_id
)
