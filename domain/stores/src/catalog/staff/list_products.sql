-- The newest products of the statuses $5 after the position ($2, $3). A branch for each status reads the
-- index products_by_status or products_by_category_and_status. The literal limit is the longest page, and one more.
select listed.id
from unnest($5::text[]) wanted (status)
cross join lateral (
    select product.id, product.created_at
    from products product
    where product.site_id = $1
    and product.status = wanted.status
--[category] and product.category_id = $6
    and (product.created_at, product.id) < ($2, $3)
    order by product.created_at desc, product.id desc
    limit 101
) listed
order by listed.created_at desc, listed.id desc
limit $4
