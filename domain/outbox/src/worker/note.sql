-- Records the result of attempt $3. If the claim of this attempt has expired and another attempt has begun, only a
-- success is recorded.
update mails mail
set sent_at = $4,
    failed_at = $5,
    due_at = coalesce($6, mail.due_at),
    note = $7,
    attempts = mail.attempts - $8,
    held_until = coalesce($9, mail.held_until),
    claimed_until = null
where mail.site_id = $1
and mail.id = $2
and mail.sent_at is null
and (mail.attempts = $3 or $4::timestamptz is not null)
