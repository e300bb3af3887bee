-- Whether a reminder of the site waits for its first attempt, which is due since $2 or later.
select exists (
    select
    from mails mail
    where mail.site_id = $1
    and mail.kind = 'cart_reminder'
    and mail.sent_at is null
    and mail.failed_at is null
    and mail.attempts = 0
    and mail.due_at >= $2
)
