-- Of several concurrent callers, only one changes a row.
update email_verifications verification
set used_at = $3
where verification.site_id = $1
and verification.token_sha256 = $2
and verification.expires_at > $3
and verification.used_at is null
