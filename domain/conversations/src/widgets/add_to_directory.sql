-- Adds the next id of widgets, unless a widget of the server has it. Waits for an import that may have taken it.
insert into chat_widget_directory as directory (id, site_id)
values (nextval(pg_get_serial_sequence('chat_widgets', 'id')), $1)
on conflict (id) do nothing
returning directory.id
