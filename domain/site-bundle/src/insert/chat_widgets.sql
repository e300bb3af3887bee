insert into chat_widgets (site_id, id, enabled, greeting_message, primary_color, position, away_message)
select $1, item.id, coalesce(item.enabled, true), coalesce(item."greetingMessage", ''),
    coalesce(item."primaryColor", ''), coalesce(item.position, ''), coalesce(item."awayMessage", '')
from jsonb_to_recordset($2) as item(
    id bigint, enabled boolean, "greetingMessage" text, "primaryColor" text, position text, "awayMessage" text
)
