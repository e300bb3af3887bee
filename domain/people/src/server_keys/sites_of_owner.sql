-- Returns those of the sites $2 of which the person $1 is an owner. The roles for a site that requires TOTP do not apply
-- to a person without TOTP.
with caller as materialized (
    select 'owner' = any (person.all_site_roles) as owns_all_sites, person.has_totp
    from people person
    where person.id = $1
)
select site.id
from sites site
cross join caller
left join person_roles granted
    on granted.site_id = site.id
    and granted.person_id = $1
    and granted.invited_as is null
where site.id = any ($2::bigint[])
and (caller.owns_all_sites or 'owner' = any (granted.roles))
and (caller.has_totp or not site.requires_totp)
order by site.id
