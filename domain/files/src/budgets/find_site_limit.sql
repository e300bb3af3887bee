select store.max_stored_bytes
from stores store
where store.site_id = $1
