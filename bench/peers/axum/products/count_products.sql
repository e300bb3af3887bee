select count(*)
from products product
where product.site_id = $1
and product.status = 'active'
