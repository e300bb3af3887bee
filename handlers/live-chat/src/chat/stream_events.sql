select conversation.last_event
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
