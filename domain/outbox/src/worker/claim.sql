-- Claims mails that are due at $2, until $3. If a worker dies, the mails that it claimed are due again when the claims
-- expire.
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
returning mail.site_id, mail.id, mail.kind, mail.order_id, encode(mail.sealed, 'hex') as sealed, mail.attempts,
    mail.created_at, mail.held_until, mail.person_id, mail.alert_id, mail.digest_from
