-- Not limited to a site, because widget ids are unique on the server.
select directory.id, directory.site_id
from chat_widget_directory directory
where directory.id = any($1)
