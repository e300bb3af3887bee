-- Subtracts the ordered quantities from the cart's lines, and deletes lines of which nothing is left.
with ordered as materialized (
    select item.product_id, item.variant_id, item.design_id, sum(item.quantity)::bigint as quantity
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    group by item.product_id, item.variant_id, item.design_id
),
removed as (
    delete from cart_items line
    using ordered
    where line.site_id = $1
    and line.cart_id = $3
    and line.product_id = ordered.product_id
    and line.variant_id is not distinct from ordered.variant_id
    and line.design_id is not distinct from ordered.design_id
    and line.quantity <= ordered.quantity
),
revised as (
    update carts cart
    set revision = cart.revision + 1,
        updated_at = $4
    where cart.site_id = $1
    and cart.id = $3
)
update cart_items line
set quantity = line.quantity - ordered.quantity,
    updated_at = $4
from ordered
where line.site_id = $1
and line.cart_id = $3
and line.product_id = ordered.product_id
and line.variant_id is not distinct from ordered.variant_id
and line.design_id is not distinct from ordered.design_id
and line.quantity > ordered.quantity
