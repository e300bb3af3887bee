-- Unless the value was set anew meanwhile.
update store_secrets secret
set sealed = $4
where secret.site_id = $1
and secret.name = $2
and secret.sealed = decode($3, 'hex')
