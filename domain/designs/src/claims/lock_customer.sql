-- Who is erased meanwhile takes along what was claimed before.
select
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
