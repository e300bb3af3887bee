update stores store
set active_products = store.active_products + $2::bigint
where store.site_id = $1
