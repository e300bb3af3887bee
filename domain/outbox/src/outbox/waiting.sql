select count(*) as waiting
from (
    select mail.id
    from mails mail
    where mail.sent_at is null
    and mail.failed_at is null
    limit $1
) waiting
