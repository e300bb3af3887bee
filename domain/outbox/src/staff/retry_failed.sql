-- $1 is the site, or null for all sites.
update mails mail
set failed_at = null,
    attempts = 0,
    due_at = $2,
    note = null
where (mail.site_id = $1 or $1::bigint is null)
and mail.failed_at is not null
and mail.kind not in ('reset', 'staff_reset')
