-- Mails to send at $2, which are nobody else's until $3. What a worker that died has left is due again then.
with due as materialized (
    select mail.id
    from mails mail
    where mail.site_id = $1
    and mail.sent_at is null
    and mail.failed_at is null
    and mail.due_at <= $2
    and (mail.claimed_until is null or mail.claimed_until <= $2)
    order by mail.due_at, mail.id
    limit $4
    for update skip locked
)
update mails mail
set attempts = mail.attempts + 1,
    claimed_until = $3
from due
where mail.site_id = $1
and mail.id = due.id
returning mail.id, mail.kind, mail.order_id, encode(mail.sealed, 'hex') as sealed, mail.attempts, mail.created_at,
    mail.held_until
