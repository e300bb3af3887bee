-- The widget, if visitors may use it, and the conversation that this one has with it. A name and an address
-- that the conversation lacks are stored.
with widget as (
    select w.greeting_message, w.primary_color, w.position, w.away_message
    from chat_widgets w
    join sites s on s.id = $1 and s.active
    where w.site_id = $1
    and w.id = $2
    and w.enabled
),
conversation as (
    select c.id
    from chat_conversations c
    where c.site_id = $1
    and c.widget_id = $2
    and c.visitor_id = $3
    and c.status <> 'closed'
),
named as (
    update chat_conversations c
    set visitor_name = coalesce(c.visitor_name, $4::text),
        visitor_email = coalesce(c.visitor_email, $5::text)
    where c.site_id = $1
    and c.widget_id = $2
    and c.visitor_id = $3
    and c.status <> 'closed'
    and ((c.visitor_name is null and $4::text is not null) or (c.visitor_email is null and $5::text is not null))
    and exists (select from widget)
)
select w.greeting_message, w.primary_color, w.position, w.away_message, (select c.id from conversation c)
from widget w
