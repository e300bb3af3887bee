-- Of `shown`, a message of site $1, with its newest replies in their order.
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
            limit shown.most_replies
        ) reply
    ) as replies
