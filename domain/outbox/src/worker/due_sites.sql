-- Sites with due mails. The site whose mail has waited longest comes first.
select mail.site_id
from mails mail
where mail.sent_at is null
and mail.failed_at is null
and mail.due_at <= $1
and (mail.claimed_until is null or mail.claimed_until <= $1)
group by mail.site_id
order by min(mail.due_at), mail.site_id
