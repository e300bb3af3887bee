-- Searches all sites, because a widget id is unique in the whole database.
select directory.id, directory.site_id
from chat_widget_directory directory
where directory.id = any($1)
