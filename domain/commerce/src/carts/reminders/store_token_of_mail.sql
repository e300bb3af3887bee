-- Another attempt to send the same mail has the same token.
insert into cart_recovery_tokens (site_id, token_sha256, cart_id, expires_at)
values ($1, $2, $3, $4)
on conflict (site_id, token_sha256) do update set expires_at = excluded.expires_at
