update products product
set status = 'archived',
    version = product.version + 1,
    updated_at = $3
where product.site_id = $1
and product.id = any ($2)
and product.status <> 'archived'
returning product.id
