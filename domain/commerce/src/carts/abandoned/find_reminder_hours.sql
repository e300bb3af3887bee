select store.cart_reminder_hours
from stores store
where store.site_id = $1
