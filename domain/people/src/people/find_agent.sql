-- Returns the name of the person $2, if the person has accepted an invitation and has one of the roles $3 for the site
-- $1 or for all sites.
select person.name
from people person
left join person_roles granted
    on granted.site_id = $1
    and granted.person_id = person.id
    and granted.invited_as is null
where person.id = $2
and person.name is not null
and (person.all_site_roles || coalesce(granted.roles, '{}')) && $3
