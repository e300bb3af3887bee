-- Returns the sites of the key $2, if $1 is one of them, and locks the key.
select issued.for_site || issued.for_further_sites
from server_keys issued
where issued.id = $2
and (issued.for_site = $1 or $1 = any (issued.for_further_sites))
for update
