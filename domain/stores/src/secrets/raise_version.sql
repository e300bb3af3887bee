update stores store
set version = store.version + 1
where store.site_id = $1
