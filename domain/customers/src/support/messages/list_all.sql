select
--[message_columns.sql]
from (
    select message.*, null::bigint as most_replies
    from support_messages message
    where message.site_id = $1
    and message.customer_id = $2
) shown
order by shown.created_at, shown.id
