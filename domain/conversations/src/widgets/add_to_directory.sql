insert into chat_widget_directory (id, site_id)
values ($2, $1)
