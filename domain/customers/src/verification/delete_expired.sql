delete from email_verifications verification
where verification.site_id = $1
and verification.token_sha256 = any (array(
    select old.token_sha256
    from email_verifications old
    where old.site_id = $1
    and old.expires_at <= $2
    order by old.expires_at
    limit 1000
))
