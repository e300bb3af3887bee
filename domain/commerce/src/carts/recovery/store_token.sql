insert into cart_recovery_tokens (site_id, token_sha256, cart_id, expires_at)
values ($1, $2, $3, $4)
