-- Returns the widget, if visitors may use it, and the id of the visitor's open conversation. If the conversation lacks
-- the visitor's name or e-mail address, stores $4 as the name and $5 as the address.
with available as (
    select widget.greeting_message, widget.primary_color, widget.position, widget.away_message
    from chat_widgets widget
    join sites site on site.id = $1 and site.active
    where widget.site_id = $1
    and widget.id = $2
    and widget.enabled
),
resumed as (
    select conversation.id
    from chat_conversations conversation
    where conversation.site_id = $1
    and conversation.widget_id = $2
    and conversation.visitor_id = $3
    and conversation.status <> 'closed'
),
named as (
    update chat_conversations conversation
    set visitor_name = coalesce(conversation.visitor_name, $4::text),
        visitor_email = coalesce(conversation.visitor_email, $5::text)
    where conversation.site_id = $1
    and conversation.widget_id = $2
    and conversation.visitor_id = $3
    and conversation.status <> 'closed'
    and (
        (conversation.visitor_name is null and $4::text is not null)
        or (conversation.visitor_email is null and $5::text is not null)
    )
    and exists (select from available)
)
select available.greeting_message, available.primary_color, available.position, available.away_message,
    (select resumed.id from resumed) as resumed_id
from available
