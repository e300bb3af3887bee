-- $1 is the site, or null for all sites. $2 is the status, or null for any status.
select placed.site_id::text, placed.number, placed.status, placed.payment_status, placed.customer_name,
    placed.total::text, placed.currency, to_char(placed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from orders placed
where (placed.site_id = $1 or $1::bigint is null)
and (placed.status = $2 or $2::text is null)
order by placed.created_at desc, placed.site_id, placed.id desc
limit 500
