-- Ends the sessions of the person, and deletes an invitation that was not accepted.
with ended as (
    delete from person_sessions session
    where session.person_id = $1
)
delete from invitations invited
where invited.person_id = $1
