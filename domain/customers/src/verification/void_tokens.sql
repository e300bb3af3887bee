update email_verifications verification
set used_at = $3
where verification.site_id = $1
and verification.customer_id = $2
and verification.used_at is null
