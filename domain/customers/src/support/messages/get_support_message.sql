-- Of the customer $3, or of anybody.
with parameters as (
    select $1::bigint as site_id, $2::bigint as id, $3::bigint as customer_id
)
select
--[message_columns.sql]
from (
    select message.*, 50 as most_replies
    from support_messages message
    where message.site_id = $1
    and message.id = $2
--[customer] and message.customer_id = $3
) shown
