-- Returns an open invitation. A person who has a password accepts by the first call for a site, and an invitation ends with
-- the roles that it gave. Servers of the previous release do not delete the rows of `site_invitations`.
select invited.person_id, invited.for_site
from open_invitations invited
join people person on person.id = invited.person_id and person.password_hash is null
where invited.token_sha256 = $1
and invited.expires_at > $2
and (
    invited.for_site is null
    or exists (
        select true
        from person_roles granted
        where granted.site_id = invited.for_site
        and granted.person_id = invited.person_id
    )
)
