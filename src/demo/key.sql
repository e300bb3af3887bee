-- Is the demo's published key still that of site 1?
select key.site_id
from api_keys key
where key.site_id = 1
  and key.secret_sha256 = sha256(convert_to($1, 'UTF8'))
  and key.revoked_at is null
