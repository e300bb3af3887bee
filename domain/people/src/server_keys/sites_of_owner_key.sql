-- Returns those of the sites $2 of which the server key $1 is an owner.
select owned.site_id
from server_keys issued
cross join lateral unnest(issued.for_site || issued.for_further_sites) owned (site_id)
where issued.id = $1
and 'owner' = any (issued.roles)
and owned.site_id = any ($2::bigint[])
order by owned.site_id
