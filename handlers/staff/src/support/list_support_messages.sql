-- Returns at most $5 messages with the statuses $2, in the order of the statuses, and with each status by latest
-- activity. $3 and $4 have the position of each status after which its messages are listed. `offset 0` makes Postgres look
-- up each customer of the page, because it does not know that a page is short.
select
    listed.id,
    listed.customer_id,
    author.email as customer_email,
    nullif(concat_ws(' ', author.first_name, author.last_name), '') as customer_name,
    listed.order_id,
    (
        select placed.number
        from orders placed
        where placed.site_id = $1
        and placed.id = listed.order_id
    ) as order_number,
    listed.subject,
    listed.category,
    listed.status,
    listed.created_at,
    listed.updated_at,
    listed.last_activity_at,
    (
        select count(*)
        from support_replies reply
        where reply.site_id = $1
        and reply.message_id = listed.id
    ) as reply_count
from (
    select wanted.position, found.*
    from unnest($2::text[], $3::timestamptz[], $4::bigint[])
        with ordinality as wanted (status, before_at, before_id, position)
    cross join lateral (
        select message.*
        from support_messages message
        where message.site_id = $1
        and message.status = wanted.status
        and (message.last_activity_at, message.id) < (wanted.before_at, wanted.before_id)
        order by message.last_activity_at desc, message.id desc
        limit $5
    ) found
    order by wanted.position, found.last_activity_at desc, found.id desc
    limit $5
) listed
cross join lateral (
    select customer.email, customer.first_name, customer.last_name
    from customers customer
    where customer.site_id = $1
    and customer.id = listed.customer_id
    offset 0
) author
order by listed.position, listed.last_activity_at desc, listed.id desc
