-- Returns the person, and the site that invited the person. Returns no row if the invitation was used, replaced, or has
-- expired.
--
-- Other changes of a person lock the person before they change an invitation, so this statement does too.
with locked as materialized (
    select person.id
    from people person
    where person.id = (select invited.person_id from invitations invited where invited.token_sha256 = $1)
    for no key update
),
accepted as (
    delete from invitations invited
    using locked
    where invited.person_id = locked.id
    and invited.token_sha256 = $1
    and invited.expires_at > $2
    returning invited.person_id, invited.for_site
)
update people person
set name = $3, password_hash = $4
from accepted
where person.id = accepted.person_id
returning person.id, accepted.for_site
