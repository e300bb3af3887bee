-- Locks the widget against its removal. Returns no row if visitors may not use the widget.
select widget.id
from chat_widgets widget
join sites site on site.id = $1 and site.active
where widget.site_id = $1
and widget.id = $2
and widget.enabled
for key share of widget
