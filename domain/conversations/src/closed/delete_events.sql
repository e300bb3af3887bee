-- Deletes up to 1,000 events of the conversation $2.
delete from chat_events event
where event.site_id = $1
and event.conversation_id = $2
and event.number = any (array(
    select old.number
    from chat_events old
    where old.site_id = $1
    and old.conversation_id = $2
    order by old.number
    limit 1000
))
