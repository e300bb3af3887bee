-- Locks the customer $2, so that an erasure waits for the order and then sees it.
select true
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
