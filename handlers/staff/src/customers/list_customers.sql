-- Returns at most $4 customers, newest first, after the position $2, $3.
select
    customer.id,
    customer.email,
    customer.verified_at is not null as is_verified,
    customer.first_name,
    customer.last_name,
    customer.created_at
from customers customer
where customer.site_id = $1
and (customer.created_at, customer.id) < ($2, $3)
order by customer.created_at desc, customer.id desc
limit $4
