-- Those of a site's conversations ($2) that are gone, or that visitors may not use.
select named.id
from unnest($2::bigint[]) named(id)
where not exists (
    select
    from chat_conversations conversation
    where conversation.site_id = $1
    and conversation.id = named.id
    and (
--[widget_is_available.sql]
    )
)
