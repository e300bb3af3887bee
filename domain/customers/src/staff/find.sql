-- $1 site, or null for all sites. $2 id, $3 address; only one of them is given.
select customer.site_id, customer.id, customer.email
from customers customer
where (customer.site_id = $1 or $1::bigint is null)
and (customer.id = $2 or lower(customer.email collate "und-x-icu") = lower($3 collate "und-x-icu"))
order by customer.site_id
limit 2
