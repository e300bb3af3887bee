-- Marks the token as used. Of several concurrent callers, only one gets a row. Raises `asked_at`, so that a mail that
-- was queued earlier does not replace the used token.
update person_password_resets reset
set used_at = $2,
    asked_at = greatest(reset.asked_at, $2)
where reset.token_sha256 = $1
and reset.expires_at > $2
and reset.used_at is null
returning reset.person_id
