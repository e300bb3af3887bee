update mails mail
set failed_at = null,
    claimed_until = null,
    attempts = 0,
    due_at = $3,
    note = null
where mail.site_id = $1
and mail.id = $2
and mail.sent_at is null
and (mail.claimed_until is null or mail.claimed_until <= $3)
