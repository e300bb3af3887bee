-- The lines of the session's cart at list prices, even if the cart has expired. A product that was deleted costs 0.
select
    line.id,
    line.product_id,
    line.variant_id,
    line.design_id::text,
    line.quantity,
    coalesce(variant.price, product.price, 0) as list_price,
    line.created_at
from carts cart
join cart_items line on line.site_id = $1 and line.cart_id = cart.id
left join products product on product.site_id = $1 and product.id = line.product_id
left join product_variants variant
    on variant.site_id = $1 and variant.product_id = line.product_id and variant.id = line.variant_id
where cart.site_id = $1
and cart.session_id = $2
