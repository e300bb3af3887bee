-- Deletes the person's invitations of sites for which the person has no role.
delete from site_invitations invited
where invited.person_id = $1
and not exists (
    select true from person_roles granted where granted.site_id = invited.for_site and granted.person_id = $1
)
