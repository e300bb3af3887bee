-- Without a site ($1 is null) of all sites, without a status ($2 is null) of every status.
select o.site_id::text, o.number, o.status, o.payment_status, o.customer_name, o.total::text, o.currency,
    to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from orders o
where (o.site_id = $1 or $1::bigint is null)
and (o.status = $2 or $2::text is null)
order by o.created_at desc, o.site_id, o.id desc
limit 500
