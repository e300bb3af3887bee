select store.version, store.tax_rate, store.tax_shipping
from stores store
where store.site_id = $1
