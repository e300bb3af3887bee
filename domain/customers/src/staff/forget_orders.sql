-- Removes the customer from the orders. Items and amounts remain.
update orders placed
set customer_id = null,
    customer_email = '',
    customer_name = '',
    customer_phone = null,
    customer_note = null,
    shipping_address = null,
    billing_address = null,
    updated_at = $3
from customer_orders theirs
where theirs.site_id = $1
and theirs.customer_id = $2
and placed.site_id = $1
and placed.id = theirs.id
