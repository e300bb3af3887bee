-- Returns the name of the person $2, if the person has accepted an invitation and has one of the roles $3 for the site
-- $1 or for all sites.
--
-- People are on Citus' coordinator and roles are not, so a common table expression finds the roles first.
with granted as materialized (
    select granted.person_id, granted.roles
    from person_roles granted
    where granted.site_id = $1
    and granted.person_id = $2
    and granted.invited_as is null
)
select person.name
from people person
left join granted on granted.person_id = person.id
where person.id = $2
and person.name is not null
and (person.all_site_roles || coalesce(granted.roles, '{}')) && $3
