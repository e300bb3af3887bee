select
from customers customer
where customer.site_id = $1
and customer.id = $2
for no key update
