-- Returns the customer of the token, if take_token.sql would accept the token.
select reset.customer_id
from password_resets reset
where reset.site_id = $1
and reset.token_sha256 = $2
and reset.expires_at > $3
and reset.used_at is null
