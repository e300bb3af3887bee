-- Changes no row if the value was set again after it was read.
update store_secrets secret
set sealed = $4
where secret.site_id = $1
and secret.name = $2
and secret.sealed = decode($3, 'hex')
