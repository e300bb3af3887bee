select verification.customer_id, verification.used_at is not null as is_used
from email_verifications verification
where verification.site_id = $1
and verification.token_sha256 = $2
and verification.expires_at > $3
