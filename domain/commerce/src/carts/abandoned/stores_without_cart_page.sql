-- The stores of all sites, for `stoa check`.
select store.site_id
from stores store
where store.cart_reminder_hours is not null
and store.base_url is null
order by store.site_id
