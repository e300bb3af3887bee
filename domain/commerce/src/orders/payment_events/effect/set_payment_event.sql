update orders placed
set payment_event_at = $3
where placed.site_id = $1
and placed.id = $2
