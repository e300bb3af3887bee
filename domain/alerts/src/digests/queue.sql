-- Queues a digest for the person $2 at $4, if an alert was told after the last digests that is of one of the kinds $3 and
-- of which the person got no mail.
insert into mails (site_id, kind, person_id, digest_from, digest_on, created_at, due_at)
select $1, 'alert_digest', $2, digest.told_until, $5, $4, $4
from alert_digests digest
where digest.site_id = $1
and exists (
    select
    from alerts alert
    where alert.site_id = $1
    and alert.told_at > coalesce(digest.told_until, '-infinity')
    and alert.told_at <= $4
    and alert.kind = any ($3::text[])
    and not exists (
        select
        from mails mail
        where mail.site_id = $1
        and mail.alert_id = alert.id
        and mail.person_id = $2
        and mail.failed_at is null
    )
)
on conflict (site_id, person_id, digest_on) where digest_on is not null do nothing
