-- $1 is the site, or null for all sites. One of the id $2 and the e-mail address $3 is null.
select customer.site_id, customer.id, customer.email
from customers customer
where (customer.site_id = $1 or $1::bigint is null)
and (customer.id = $2 or lower(customer.email collate "und-x-icu") = lower($3 collate "und-x-icu"))
order by customer.site_id
limit 2
