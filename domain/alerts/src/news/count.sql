-- The alerts of the kinds $3 that were told after $4 until $5 and of which the person $2 got no mail: their number by
-- kind, and the ids of the newest $6.
select
    listed.kind,
    count(*) as count,
    array_agg(listed.id order by listed.place) filter (where listed.place <= $6) as newest
from (
    select
        alert.id,
        alert.kind,
        row_number() over (partition by alert.kind order by alert.occurred_at desc, alert.id desc) as place
    from alerts alert
    where alert.site_id = $1
    and alert.kind = any ($3::text[])
    and alert.told_at > coalesce($4::timestamptz, '-infinity')
    and alert.told_at <= $5
    and not exists (
        select
        from mails mail
        where mail.site_id = $1
        and mail.alert_id = alert.id
        and mail.person_id = $2
        and mail.failed_at is null
    )
) listed
group by listed.kind
