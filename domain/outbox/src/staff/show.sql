select mail.site_id, mail.id, mail.kind, mail.order_id, encode(mail.sealed, 'hex') as sealed, mail.attempts,
    mail.created_at, mail.held_until, mail.person_id, mail.alert_id, mail.digest_from
from mails mail
where mail.site_id = $1
and mail.id = $2
