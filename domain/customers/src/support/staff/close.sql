-- Closes a message, and returns the status that the message had before.
with found as (
    select message.id, message.status
    from support_messages message
    where message.site_id = $1
    and message.id = $2
    for update
),
closed as (
    update support_messages message
    set status = 'closed',
        updated_at = greatest(message.updated_at, $3)
    from found
    where message.site_id = $1
    and message.id = found.id
    and found.status <> 'closed'
)
select found.status
from found
