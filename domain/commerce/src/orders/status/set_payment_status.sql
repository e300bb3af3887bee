update orders placed
set payment_status = $3,
    updated_at = $4,
    paid_at = case when $3 = 'paid' then coalesce(placed.paid_at, $4) else placed.paid_at end
where placed.site_id = $1
and placed.id = $2
