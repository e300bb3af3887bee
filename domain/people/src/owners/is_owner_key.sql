-- Returns a row if the server key $2 is an owner of the site $1, and locks the key, so that its revocation waits.
select true
from server_keys issued
where issued.id = $2
and (issued.for_site = $1 or $1 = any (issued.for_further_sites))
and 'owner' = any (issued.roles)
for share
