update orders o
set payment_event_at = $3
where o.site_id = $1
and o.id = $2
