select
from products product
where product.site_id = $1
and product.id = $2
for key share
