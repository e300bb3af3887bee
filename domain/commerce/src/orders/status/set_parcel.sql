update orders placed
set carrier = $3,
    tracking_number = $4,
    tracking_url = $5
where placed.site_id = $1
and placed.id = $2
