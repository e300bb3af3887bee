select mail.kind, mail.order_id, encode(mail.sealed, 'hex') as sealed, mail.created_at
from mails mail
where mail.site_id = $1
and mail.id = $2
