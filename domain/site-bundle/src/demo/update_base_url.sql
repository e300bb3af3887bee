-- $1 replaces $2, which an earlier start gave the demo's store. An operator's own base URL stays.
update stores store
set base_url = $1
where store.site_id = 1
and store.base_url = $2
