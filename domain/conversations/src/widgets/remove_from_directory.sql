delete from chat_widget_directory directory
where directory.id = $1
and directory.site_id = $2
