-- Locks the products of the order $2 and of the lines of the cart $3.
select
from products product
where product.site_id = $1
and product.id in (
    select item.product_id
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.stock_of is not null
    union
    select line.product_id
    from cart_items line
    where line.site_id = $1
    and line.cart_id = $3
)
order by product.id
for no key update
