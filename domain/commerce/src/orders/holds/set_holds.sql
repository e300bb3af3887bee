update orders placed
set holds = $3,
    updated_at = $4
where placed.site_id = $1
and placed.id = $2
