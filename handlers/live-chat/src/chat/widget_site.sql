select d.site_id
from chat_widget_directory d
where d.id = $1
