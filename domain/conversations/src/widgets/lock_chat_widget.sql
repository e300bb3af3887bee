select widget.version
from chat_widgets widget
where widget.site_id = $1
and widget.id = $2
for update
