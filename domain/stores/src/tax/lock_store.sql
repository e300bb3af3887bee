select store.version
from stores store
where store.site_id = $1
for no key update
