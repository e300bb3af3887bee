select directory.site_id
from chat_widget_directory directory
where directory.id = $1
