update products product
set version = product.version + 1,
    updated_at = $3
where product.site_id = $1
and product.id = $2
