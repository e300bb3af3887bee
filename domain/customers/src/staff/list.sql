-- $1 is the site, or null for all sites.
select customer.site_id::text, customer.id::text, customer.email,
    nullif(concat_ws(' ', customer.first_name, customer.last_name), '') as name,
    to_char(customer.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as verified_at,
    to_char(customer.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
from customers customer
where (customer.site_id = $1 or $1::bigint is null)
order by customer.created_at desc, customer.site_id, customer.id desc
limit 500
