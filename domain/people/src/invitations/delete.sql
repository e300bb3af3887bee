-- Deletes all open invitations of the person.
with of_sites as (
    delete from site_invitations invited
    where invited.person_id = $1
)
delete from invitations invited
where invited.person_id = $1
