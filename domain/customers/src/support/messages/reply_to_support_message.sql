-- Reopens the message $3 of the customer $2 and stores a reply. The message's row is locked until the commit, so
-- replies are stored one after another.
--
-- A reply gets at least the time of the message's last activity. The replies are therefore in the order of their times,
-- even if the clocks of the servers differ.
with opened as (
    update support_messages message
    set status = 'open',
        updated_at = greatest(message.updated_at, $6),
        last_activity_at = greatest(message.last_activity_at, $6)
    where message.site_id = $1
    and message.customer_id = $2
    and message.id = $3
    returning message.id, message.last_activity_at
)
insert into support_replies (site_id, message_id, author, author_name, body, created_at)
select $1, opened.id, 'customer', $4, $5, opened.last_activity_at
from opened
