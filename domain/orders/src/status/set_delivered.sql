update orders o
set delivered_at = coalesce(o.delivered_at, $3)
where o.site_id = $1
and o.id = $2
