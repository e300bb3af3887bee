update orders placed
set intent_settled = true
where placed.site_id = $1
and placed.id = $2
