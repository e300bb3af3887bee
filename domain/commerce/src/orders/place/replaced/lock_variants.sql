-- Locks the variants of the order $2 and of the lines of the cart $3.
select
from product_variants variant
where variant.site_id = $1
and variant.id in (
    select item.variant_id
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.stock_of is not null
    union
    select line.variant_id
    from cart_items line
    where line.site_id = $1
    and line.cart_id = $3
)
order by variant.id
for no key update
