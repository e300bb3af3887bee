-- The stores of all sites that remind of abandoned carts. Without a base URL, a link in a reminder would lead nowhere.
select store.site_id
from stores store
join sites site on site.id = store.site_id
where store.cart_reminder_hours is not null
and store.base_url is not null
and site.active
order by store.site_id
