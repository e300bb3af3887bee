-- The directory is the one table asked without a site.
select d.id, d.site_id
from chat_widget_directory d
where d.id = any($1)
