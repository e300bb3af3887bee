-- Changes the stock of the ordered products. $3 is -1 to take the ordered pieces, or 1 to give them back.
with ordered as materialized (
    select item.product_id as id, sum(item.quantity)::bigint as quantity
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.stock_of = 'product'
    group by item.product_id
),
locked as materialized (
    select product.id, ordered.quantity
    from products product
    join ordered on ordered.id = product.id
    where product.site_id = $1
    order by product.id
    for no key update of product
)
update products product
set quantity = greatest(product.quantity + $3 * locked.quantity, 0)
from locked
where product.site_id = $1
and product.id = locked.id
and product.quantity is not null
