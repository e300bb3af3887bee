update orders o
set holds = $3,
    updated_at = $4
where o.site_id = $1
and o.id = $2
