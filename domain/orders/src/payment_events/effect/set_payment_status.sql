update orders o
set payment_status = $3,
    updated_at = $4,
    paid_at = case when $3 = 'paid' then coalesce(o.paid_at, $4) else o.paid_at end
where o.site_id = $1
and o.id = $2
