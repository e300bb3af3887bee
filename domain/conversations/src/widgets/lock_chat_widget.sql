select
    widget.version,
    exists (
        select
        from chat_conversations conversation
        where conversation.site_id = $1
        and conversation.widget_id = $2
        and conversation.status <> 'closed'
    ) as has_conversations
from chat_widgets widget
where widget.site_id = $1
and widget.id = $2
for update
