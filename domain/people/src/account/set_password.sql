-- Replaces the password if $2 is still the hash of the current one. Ends the person's sessions except $4, and deletes open
-- invitations and an open reset.
with changed as materialized (
    update people person
    set password_hash = $3
    where person.id = $1
    and person.password_hash = $2
    returning person.id
), ended as (
    delete from person_sessions session
    using changed
    where session.person_id = changed.id
    and session.token_sha256 <> $4
), uninvited_by_sites as (
    delete from site_invitations invited
    using changed
    where invited.person_id = changed.id
), uninvited as (
    delete from invitations invited
    using changed
    where invited.person_id = changed.id
), without_reset as (
    update person_password_resets reset
    set used_at = $5,
        asked_at = greatest(reset.asked_at, $5)
    from changed
    where reset.person_id = changed.id
)
select changed.id
from changed
