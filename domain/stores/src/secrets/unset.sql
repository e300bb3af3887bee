delete from store_secrets secret
where secret.site_id = $1
and secret.name = $2
