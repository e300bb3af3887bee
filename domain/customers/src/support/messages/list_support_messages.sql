-- A page of a customer's messages, beside how many there are in all.
with parameters as (
    select $1::bigint as site_id, $2::bigint as customer_id, $3::bigint as "limit", $4::bigint as "offset"
),
shown as (
    select listed.*, 10 as most_replies
    from (
        select message.*
        from support_messages message
        where message.site_id = $1
        and message.customer_id = $2
        order by message.last_activity_at desc, message.id desc
        -- A page has at most 100 items. A number, not a parameter: the plan rests on it.
        limit 100 offset $4
    ) listed
    limit $3
)
select
    (
        select count(*)
        from support_messages message
        where message.site_id = $1
        and message.customer_id = $2
    ) as total,
--[message_columns.sql]
from (select) one
left join shown on true
order by shown.last_activity_at desc, shown.id desc
