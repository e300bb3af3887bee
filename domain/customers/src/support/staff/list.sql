-- $1 is the site, or null for all sites. $2 is the state, or null for any state. All columns are text.
select message.site_id::text, message.id::text, message.status, message.category, customer.email, message.subject,
    (
        select count(*)::text
        from support_replies reply
        where reply.site_id = message.site_id
        and reply.message_id = message.id
    ) as replies,
    to_char(message.last_activity_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_activity_at
from support_messages message
join customers customer on customer.site_id = message.site_id and customer.id = message.customer_id
where (message.site_id = $1 or $1::bigint is null)
and (message.status = $2 or $2::text is null)
order by message.last_activity_at desc, message.site_id, message.id desc
limit 500
