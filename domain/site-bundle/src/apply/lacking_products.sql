-- The products that are not archived, each with its slug and whether it has changed since $2.
select product.id, product.slug, coalesce(product.updated_at > $2::timestamptz, true) as has_changed
from products product
where product.site_id = $1
and product.status <> 'archived'
order by product.id
