-- Uses up a customer's only token, for one caller only. `asked_at` is raised so that mails that were queued earlier do
-- not replace the used token.
update password_resets reset
set used_at = $3,
    asked_at = greatest(reset.asked_at, $3)
where reset.site_id = $1
and reset.token_sha256 = $2
and reset.expires_at > $3
and reset.used_at is null
returning reset.customer_id
