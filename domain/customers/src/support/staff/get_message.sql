-- Returns a message with its newest 50 replies.
select
    message.id,
    message.customer_id,
    customer.email as customer_email,
    nullif(concat_ws(' ', customer.first_name, customer.last_name), '') as customer_name,
    message.order_id,
    placed.number as order_number,
    message.subject,
    message.category,
    message.status,
    message.created_at,
    message.updated_at,
    message.last_activity_at,
    message.body,
    (
        select coalesce(
            json_agg(
                json_build_object(
                    'id', reply.id,
                    'author', case reply.author
                        when 'customer' then json_build_object(
                            'kind', 'customer', 'id', message.customer_id, 'name', reply.author_name
                        )
                        else json_build_object(
                            'kind', coalesce(reply.actor_kind, 'command_line'),
                            'id', nullif(reply.actor_id, 0),
                            'name', reply.author_name
                        )
                    end,
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
            and reply.message_id = $2
            order by reply.created_at desc, reply.id desc
            limit 50
        ) reply
    ) as replies
from support_messages message
join customers customer on customer.site_id = $1 and customer.id = message.customer_id
left join orders placed on placed.site_id = $1 and placed.id = message.order_id
where message.site_id = $1
and message.id = $2
