-- The directory is the one table asked without a site.
select directory.id, directory.site_id
from chat_widget_directory directory
where directory.id = any($1)
