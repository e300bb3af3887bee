-- Returns no row if the invitation was used, replaced, or has expired.
with accepted as (
    delete from invitations invited
    where invited.token_sha256 = $1
    and invited.expires_at > $2
    returning invited.person_id
)
update people person
set name = $3, password_hash = $4
from accepted
where person.id = accepted.person_id
returning person.id
