-- The price of the product $3 or its variant $4, and the pieces that the session's cart may buy: those that its own
-- pending order holds are available to it.
select
    coalesce(variant.price, product.price) as price,
    case when product.track_inventory then coalesce(variant.quantity, product.quantity) end + (
        select coalesce(sum(item.quantity), 0)::bigint
        from carts cart
        join orders placed
            on placed.site_id = $1
            and placed.cart_id = cart.id
            and placed.status = 'pending'
            and not placed.has_left_cart
            and placed.holds
        join order_items item on item.site_id = $1 and item.order_id = placed.id
        where cart.site_id = $1
        and cart.session_id = $2
        and item.product_id = product.id
        and item.variant_id is not distinct from $4
    ) as stock
from products product
left join product_variants variant
    on variant.site_id = $1
    and variant.product_id = product.id
    and variant.id = $4
    and variant.active
where product.site_id = $1
and product.id = $3
and product.status = 'active'
and case
    when $4::bigint is not null then variant.id is not null
    else not exists (
        select
        from product_variants other
        where other.site_id = $1
        and other.product_id = product.id
        and other.active
    )
end
