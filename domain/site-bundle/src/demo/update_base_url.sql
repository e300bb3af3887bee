-- $1 replaces $2, which an earlier start gave the demo's store. A base URL that an operator has set is not changed.
update stores store
set base_url = $1
where store.site_id = 1
and store.base_url = $2
