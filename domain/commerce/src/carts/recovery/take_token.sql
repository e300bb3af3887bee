-- Of several concurrent callers, only one deletes the row.
delete from cart_recovery_tokens recovery
where recovery.site_id = $1
and recovery.token_sha256 = $2
and recovery.expires_at > $3
