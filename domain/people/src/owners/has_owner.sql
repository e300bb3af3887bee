-- Whether a person who has accepted the invitation is an owner of the site or of all sites.
--
-- People are on Citus' coordinator and roles are not, so a common table expression finds the roles first.
with granted as materialized (
    select granted.person_id
    from person_roles granted
    where granted.site_id = $1
    and granted.invited_as is null
    and 'owner' = any (granted.roles)
)
select exists (
        select true
        from people person
        where person.id = any (array(select granted.person_id from granted))
        and person.password_hash is not null
    ) or exists (
        select true
        from people person
        where person.all_site_roles <> '{}'
        and 'owner' = any (person.all_site_roles)
        and person.password_hash is not null
    )
