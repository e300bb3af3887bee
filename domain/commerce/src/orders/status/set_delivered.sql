update orders placed
set delivered_at = coalesce(placed.delivered_at, $3)
where placed.site_id = $1
and placed.id = $2
