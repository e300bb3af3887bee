-- Creates the wishlist of the customer $2 if there is none, locks it until the transaction ends, and returns its id.
-- Waits for a concurrent erasure of the customer, and returns no row after the erasure.
with customer as materialized (
    select customer.id
    from customers customer
    where customer.site_id = $1
    and customer.id = $2
    for key share
)
insert into wishlists (site_id, customer_id, created_at)
select $1, customer.id, $3
from customer
on conflict (site_id, customer_id) do update
set customer_id = excluded.customer_id
returning id
