-- Returns a message with its newest $4 replies, or with all if $4 is null.
select
    message.id,
    message.subject,
    message.body,
    message.category,
    message.status,
    message.order_id,
    message.created_at,
    message.updated_at,
    message.last_activity_at,
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
            and reply.message_id = message.id
            order by reply.created_at desc, reply.id desc
            limit $4
        ) reply
    ) as replies
from support_messages message
where message.site_id = $1
and message.id = $2
and message.customer_id = $3
