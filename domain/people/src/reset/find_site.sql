-- Returns the site that mails a reset to the address $1: the first active site with a store for which the person has a
-- role and has accepted it, or else the first active site with a store. Looks for both, so that the duration does not
-- tell whether a person has the address.
with of_person as materialized (
    select min(site.id) as site_id
    from people person
    join person_roles granted on granted.person_id = person.id
    join sites site on site.id = granted.site_id
    join stores store on store.site_id = site.id
    where lower(person.email collate "und-x-icu") = lower($1::text collate "und-x-icu")
    and granted.invitation_id is null
    and site.active
),
first as materialized (
    select site.id as site_id
    from sites site
    join stores store on store.site_id = site.id
    where site.active
    order by site.id
    limit 1
)
select coalesce(of_person.site_id, first.site_id) as site_id
from of_person
left join first on true
