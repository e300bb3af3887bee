delete from cart_recovery_tokens recovery
where recovery.site_id = $1
and recovery.token_sha256 = any (array(
    select old.token_sha256
    from cart_recovery_tokens old
    where old.site_id = $1
    and old.expires_at <= $2
    order by old.expires_at
    limit 1000
))
