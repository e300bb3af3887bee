select row_to_json(item)::text
from (
    select widget.id, widget.enabled, widget.greeting_message as "greetingMessage",
        widget.primary_color as "primaryColor", widget.position, widget.away_message as "awayMessage"
    from chat_widgets widget
    where widget.site_id = $1
--[some] and widget.id = any($2)
    order by widget.id
) item
