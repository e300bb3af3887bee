delete from cart_items line
where line.site_id = $1
and line.cart_id = $2
