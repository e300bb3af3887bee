-- $1 is the site, or null for all sites. $2 is the state, or null for any state.
select mail.site_id::text, mail.id::text, mail.kind, told.state, mail.attempts::text,
    to_char(mail.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    case told.state when 'waiting' then to_char(mail.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
    mail.note
from mails mail
cross join lateral (
    select case when mail.sent_at is not null then 'sent' when mail.failed_at is not null then 'failed' else 'waiting' end
) as told (state)
where (mail.site_id = $1 or $1::bigint is null)
and (told.state = $2 or $2::text is null)
order by mail.created_at desc, mail.site_id, mail.id desc
limit 500
