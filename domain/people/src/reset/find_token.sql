-- Returns the person of the token, if take_token.sql would accept the token.
select reset.person_id
from person_password_resets reset
where reset.token_sha256 = $1
and reset.expires_at > $2
and reset.used_at is null
