select row_to_json(item)::text
from (
    select w.id, w.enabled, w.greeting_message as "greetingMessage", w.primary_color as "primaryColor", w.position,
        w.away_message as "awayMessage"
    from chat_widgets w
    where w.site_id = $1
    order by w.id
) item
