select
    widget.id,
    widget.version,
    widget.enabled,
    widget.greeting_message,
    widget.primary_color,
    widget.position,
    widget.away_message
from chat_widgets widget
where widget.site_id = $1
and widget.id = $2
