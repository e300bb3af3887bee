-- $1 is the site, or null for all sites.
select secret.site_id, secret.name, encode(secret.sealed, 'hex') as sealed
from store_secrets secret
where secret.site_id = $1
or $1::bigint is null
order by secret.site_id, secret.name
