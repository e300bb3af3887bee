-- Uses up a customer's only token, for one caller alone. Raising `asked_at` keeps mails that were queued earlier from
-- replacing it.
update password_resets reset
set used_at = $3,
    asked_at = greatest(reset.asked_at, $3)
where reset.site_id = $1
and reset.token_sha256 = $2
and reset.expires_at > $3
and reset.used_at is null
returning reset.customer_id
