update orders o
set carrier = $3,
    tracking_number = $4,
    tracking_url = $5
where o.site_id = $1
and o.id = $2
