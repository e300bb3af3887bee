-- Sets the base URL of the demo's store where it has that of the bundle or of an earlier start; an operator's own stays.
update stores store
set base_url = $1
where store.site_id = 1
and (store.base_url = 'https://harborgoods.example' or store.base_url like '%/demo')
and store.base_url <> $1
