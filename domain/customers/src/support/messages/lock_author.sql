-- Waits for a concurrent erasure of the customer, and returns no row after the erasure.
select customer.email, nullif(concat_ws(' ', customer.first_name, customer.last_name), '') as name
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
