-- Whether a person who has accepted the invitation is an owner of the site or of all sites.
select exists (
        select true
        from person_roles granted
        join people person on person.id = granted.person_id
        where granted.site_id = $1
        and granted.invited_as is null
        and 'owner' = any (granted.roles)
        and person.password_hash is not null
    ) or exists (
        select true
        from people person
        where person.all_site_roles <> '{}'
        and 'owner' = any (person.all_site_roles)
        and person.password_hash is not null
    )
