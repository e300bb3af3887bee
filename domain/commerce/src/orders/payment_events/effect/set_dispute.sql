update orders placed
set payment_status = $3,
    dispute_event_at = $4,
    updated_at = $5
where placed.site_id = $1
and placed.id = $2
