-- The list of the customer $2, begun where there is none; in a transaction it is locked from then on. A customer who is
-- being erased is waited for, and has none.
insert into wishlists (site_id, customer_id, created_at)
select customer.site_id, customer.id, $3
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
on conflict (site_id, customer_id) do update
set customer_id = excluded.customer_id
returning id
