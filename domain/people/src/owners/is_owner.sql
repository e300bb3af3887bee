-- Whether the person $2 is an owner of the site or of all sites.
select exists (
        select true
        from person_roles granted
        where granted.site_id = $1
        and granted.person_id = $2
        and granted.invited_as is null
        and 'owner' = any (granted.roles)
    ) or exists (
        select true
        from people person
        where person.id = $2
        and 'owner' = any (person.all_site_roles)
    )
