update orders o
set intent_settled = true
where o.site_id = $1
and o.id = $2
