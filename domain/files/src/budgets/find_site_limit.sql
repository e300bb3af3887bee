select coalesce(store.max_stored_bytes, $2::bigint) as bytes
from stores store
where store.site_id = $1
