-- The product $3 and its variant $4, as the cart of the session $2 may buy them.
select
    product.status = 'active' as is_active,
    variant.active as is_variant_active,
    exists (
        select
        from product_variants other
        where other.site_id = $1
        and other.product_id = product.id
        and other.active
    ) as has_active_variants,
    coalesce(variant.price, product.price) as list_price,
    -- Pieces that the cart's own pending order holds are available to this cart.
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
        and case
            when variant.quantity is null then item.stock_of = 'product'
            else item.stock_of = 'variant' and item.variant_id = variant.id
        end
    ) as stock,
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = product.id
    )) as bulk_rules
from products product
left join product_variants variant
    on variant.site_id = $1 and variant.product_id = product.id and variant.id = $4
where product.site_id = $1
and product.id = $3
