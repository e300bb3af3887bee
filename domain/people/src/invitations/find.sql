select invited.person_id
from invitations invited
where invited.token_sha256 = $1
and invited.expires_at > $2
