-- The base URL of the demo's store, unless somebody has set another than the bundle's and those of starts.
update stores store
set base_url = $1
where store.site_id = 1
and (store.base_url = 'https://harborgoods.example' or store.base_url like '%/demo')
and store.base_url <> $1
