update products product
set quantity = 0
where product.site_id = $1
and product.id = $2
and product.quantity is null
