-- Replaces the base URL $2, which an earlier start of the server has set, by $1. A base URL that an operator has set
-- does not change.
update stores store
set base_url = $1
where store.site_id = 1
and store.base_url = $2
