select store.currency
from stores store
where store.site_id = $1
