-- Locks the server key, so that its revocation waits.
select true
from server_keys issued
where issued.id = $1
and 'owner' = any (issued.roles)
for share
