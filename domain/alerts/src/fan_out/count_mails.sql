-- Counts the mails about alerts that were queued after $2.
--
-- `offset 0` makes Postgres look up each alert, because it does not know that there are few.
select mail.person_id, told.kind, count(*) as mails
from mails mail
cross join lateral (
    select alert.kind
    from alerts alert
    where alert.site_id = $1
    and alert.id = mail.alert_id
    offset 0
) told
where mail.site_id = $1
and mail.alert_id is not null
and mail.created_at > $2
group by mail.person_id, told.kind
