-- Creates the wishlist of the customer $2 if there is none, locks it until the transaction ends, and returns its id.
-- Waits for a concurrent erasure of the customer, and returns no row after the erasure.
insert into wishlists (site_id, customer_id, created_at)
select customer.site_id, customer.id, $3
from customers customer
where customer.site_id = $1
and customer.id = $2
for key share
on conflict (site_id, customer_id) do update
set customer_id = excluded.customer_id
returning id
