-- Queues a mail for each alert of $2 to the person at the same place of $3.
insert into mails (site_id, kind, alert_id, person_id, created_at, due_at)
select $1, 'alert', queued.alert_id, queued.person_id, $4, $4
from unnest($2::bigint[], $3::bigint[]) as queued (alert_id, person_id)
on conflict (site_id, alert_id, person_id) where alert_id is not null do nothing
