-- Marks the token as used. Of several concurrent callers, only one gets a row. Raises `asked_at`, so that a mail that
-- was queued earlier does not replace the used token.
update password_resets reset
set used_at = $3,
    asked_at = greatest(reset.asked_at, $3)
where reset.site_id = $1
and reset.token_sha256 = $2
and reset.expires_at > $3
and reset.used_at is null
returning reset.customer_id
