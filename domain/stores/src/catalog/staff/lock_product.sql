select
    product.version,
    product.status = 'active' as is_active,
    product.status = 'archived' as is_archived,
    product.category_id,
    product.metadata,
    (select store.currency from stores store where store.site_id = $1) as currency
from products product
where product.site_id = $1
and product.id = $2
for update
