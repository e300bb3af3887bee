-- What was ordered and paid stays; whose it was is gone.
with
--[their_orders.sql]
update orders placed
set customer_id = null,
    customer_email = '',
    customer_name = '',
    customer_phone = null,
    customer_note = null,
    shipping_address = null,
    billing_address = null,
    updated_at = $3
from theirs
where placed.site_id = $1
and placed.id = theirs.id
