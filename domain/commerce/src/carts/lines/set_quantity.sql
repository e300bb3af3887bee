update cart_items line
set quantity = $3,
    updated_at = $4
where line.site_id = $1
and line.id = $2
