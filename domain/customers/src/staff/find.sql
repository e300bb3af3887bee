-- By the id $2 or by the address $3. Without a site ($1 is null) of all sites.
select customer.site_id, customer.id, customer.email
from customers customer
where (customer.site_id = $1 or $1::bigint is null)
and (customer.id = $2 or lower(customer.email collate "und-x-icu") = lower($3 collate "und-x-icu"))
order by customer.site_id
limit 2
