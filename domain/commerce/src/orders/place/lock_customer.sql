-- Locks the customer $2 against an erasure, which then waits for the order and sees it.
select true
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
