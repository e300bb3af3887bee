update orders placed
set has_left_cart = true
where placed.site_id = $1
and placed.id = $2
