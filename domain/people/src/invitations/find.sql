select invited.person_id, invited.for_site
from open_invitations invited
where invited.token_sha256 = $1
and invited.expires_at > $2
