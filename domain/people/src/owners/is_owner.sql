-- People are on Citus' coordinator and roles are not, so a common table expression finds the roles first.
with granted as materialized (
    select granted.roles
    from person_roles granted
    where granted.site_id = $1
    and granted.person_id = $2
)
select exists (
        select true
        from granted
        where 'owner' = any (granted.roles)
    ) or exists (
        select true
        from people person
        where person.id = $2
        and 'owner' = any (person.all_site_roles)
    )
