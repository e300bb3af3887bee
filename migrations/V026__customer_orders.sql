-- The orders of a customer: those that were placed with a token, and once the address is verified those that were placed
-- as a guest with it.
create view customer_orders as
select placed.site_id, placed.customer_id, placed.id, placed.created_at, placed.status, placed.paid_at, placed.total,
    placed.refunded_total
from orders placed
where placed.customer_id is not null
union all
select placed.site_id, customer.id as customer_id, placed.id, placed.created_at, placed.status, placed.paid_at,
    placed.total, placed.refunded_total
from customers customer
join orders placed
    on placed.site_id = customer.site_id
    and placed.customer_id is null
    and lower(placed.customer_email collate "und-x-icu") = lower(customer.email collate "und-x-icu")
where customer.verified_at is not null;
