-- An erasure of the customer waits for this transaction, and then also deletes the claimed designs.
select
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
