-- As in reply_to_support_message.sql, the lock on the message's row and the time of the last activity put the replies
-- in the order of their times.
with answered as (
    update support_messages message
    set status = 'pending',
        updated_at = greatest(message.updated_at, $5),
        last_activity_at = greatest(message.last_activity_at, $5)
    where message.site_id = $1
    and message.id = $2
    returning message.id, message.customer_id, message.subject, message.last_activity_at
),
added as (
    insert into support_replies (
        site_id, message_id, author, actor_kind, actor_id, author_name, body, created_at
    )
    select $1, answered.id, 'staff', $6, $7, $3, $4, answered.last_activity_at
    from answered
)
select customer.email, customer.verified_at is not null as is_verified, answered.subject
from answered
join customers customer on customer.site_id = $1 and customer.id = answered.customer_id
