-- The demo's store, if it takes test payments. A site 1 without the demo's API key ($1) is another site.
select store.site_id
from stores store
join api_keys key using (site_id)
where store.site_id = 1
  and store.enabled
  and store.payment_provider = 'test'
  and key.secret_sha256 = sha256(convert_to($1, 'UTF8'))
