-- Returns at most $3 events with numbers above $2. The table and the API name a support message differently.
select event.number,
    json_build_object(
        'event', case event.kind when 'storeMessage' then 'supportMessage' else event.kind end,
        'data', jsonb_build_object('occurredAt', event.occurred_at) || case event.kind
            when 'storeMessage' then jsonb_build_object('supportMessageId', event.data -> 'messageId')
            else event.data
        end
    ) as event
from inbox_events event
where event.site_id = $1
and event.number > $2
order by event.number
limit $3
