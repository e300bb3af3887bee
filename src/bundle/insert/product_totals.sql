insert into product_totals (site_id, category_id, products)
select $1, coalesce(product.category_id, 0), count(*)
from products product
where product.site_id = $1 and product.status = 'active'
group by grouping sets ((), (product.category_id))
having grouping(product.category_id) = 1 or product.category_id is not null
