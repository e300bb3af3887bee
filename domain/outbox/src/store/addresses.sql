-- The stores of all sites, for `stoa check`.
select store.site_id, store.base_url, site.domain
from stores store
join sites site on site.id = store.site_id
order by store.site_id
