insert into chat_widget_directory (id, site_id)
select item.id, $1
from jsonb_to_recordset($2) as item(id bigint)
