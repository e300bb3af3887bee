-- Returns at most $4 support messages of the customer $2 with ids greater than $3, each as the text of its JSON.
select
    message.id,
    json_build_object(
        'id', message.id,
        'subject', message.subject,
        'body', message.body,
        'category', message.category,
        'status', message.status,
        'orderId', message.order_id,
        'createdAt', message.created_at,
        'updatedAt', message.updated_at,
        'lastActivityAt', message.last_activity_at,
        'replies', (
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
            from support_replies reply
            where reply.site_id = $1
            and reply.message_id = message.id
        )
    )::text as exported
from support_messages message
where message.site_id = $1
and message.customer_id = $2
and message.id > $3
order by message.id
limit $4
