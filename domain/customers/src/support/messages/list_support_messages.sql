-- Returns a page of a customer's messages. Each row also contains the number of all messages of the customer.
with parameters as (
    select $1::bigint as site_id, $2::bigint as customer_id, $3::bigint as "limit", $4::bigint as "offset"
),
shown as (
    select listed.*
    from (
        select message.*
        from support_messages message
        where message.site_id = $1
        and message.customer_id = $2
        order by message.last_activity_at desc, message.id desc
        -- A page has at most 1,000 items. The limit is a literal and not a parameter, because the query plan depends on
        -- the limit.
        limit 1000 offset $4
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
    shown.id,
    shown.subject,
    shown.body,
    shown.category,
    shown.status,
    shown.order_id,
    shown.created_at,
    shown.updated_at,
    shown.last_activity_at,
    (
        select coalesce(
            json_agg(
                json_build_object(
                    'id', reply.id,
                    'author', reply.author,
                    'authorName', reply.author_name,
                    'body', reply.body,
                    'createdAt', reply.created_at
                )
                order by reply.created_at, reply.id
            ),
            '[]'
        )
        from (
            select reply.*
            from support_replies reply
            where reply.site_id = $1
            and reply.message_id = shown.id
            order by reply.created_at desc, reply.id desc
            limit 10
        ) reply
    ) as replies
from (select) one
left join shown on true
order by shown.last_activity_at desc, shown.id desc
