-- If $3 is null, the line may be in the cart of any session. Returns:
-- - no row if the line does not exist;
-- - a refusal;
-- - the line at its list price, with its product's bulk rules;
-- - a row with neither if a concurrent request deletes the line.
with others as (
    -- The sum of the other lines at list prices. It may exceed a bigint.
    select coalesce(sum(coalesce(variant.price, product.price, 0)::numeric * line.quantity), 0) as total
    from cart_items line
    left join products product on product.site_id = $1 and product.id = line.product_id
    left join product_variants variant
        on variant.site_id = $1 and variant.product_id = line.product_id and variant.id = line.variant_id
    where line.site_id = $1
    and line.cart_id = (select line.cart_id from cart_items line where line.site_id = $1 and line.id = $2)
    and line.id <> $2
),
priced as (
    select line.id,
        line.cart_id,
        line.product_id,
        coalesce(variant.price, product.price, 0) as price,
        -- If the stock is null, it is unlimited. Stock that the cart's own pending order holds is available to this
        -- cart.
        (
            case when product.track_inventory then coalesce(variant.quantity, product.quantity) end + (
                select coalesce(sum(item.quantity), 0)::bigint
                from orders placed
                join order_items item on item.site_id = $1 and item.order_id = placed.id
                where placed.site_id = $1
                and placed.cart_id = line.cart_id
                and placed.status = 'pending'
                and not placed.has_left_cart
                and placed.holds
                and item.product_id = line.product_id
                and case
                    when variant.quantity is null then item.stock_of = 'product'
                    else item.stock_of = 'variant' and item.variant_id = line.variant_id
                end
            ) >= $4
        ) is not false as is_in_stock,
        coalesce(variant.price, product.price, 0)::numeric * $4::bigint + others.total > 9007199254740991
            as is_too_expensive
    from others
    cross join cart_items line
    join carts cart on cart.site_id = $1 and cart.id = line.cart_id
    left join products product on product.site_id = $1 and product.id = line.product_id
    left join product_variants variant
        on variant.site_id = $1 and variant.product_id = line.product_id and variant.id = line.variant_id
    where line.site_id = $1
    and line.id = $2
    and cart.expires_at > $5
    and (cart.session_id = $3::text) is not false
),
revised as (
    update carts cart
    set revision = cart.revision + 1,
        expires_at = $6,
        updated_at = $5
    from priced
    where cart.site_id = $1
    and cart.id = priced.cart_id
    and priced.is_in_stock
    and not priced.is_too_expensive
    returning cart.id
),
changed as (
    update cart_items line
    set quantity = $4,
        updated_at = $5
    from revised
    where line.site_id = $1
    and line.id = $2
    and line.cart_id = revised.id
    returning line.id, line.cart_id, line.product_id, line.variant_id, line.design_id, line.quantity, line.created_at,
        line.updated_at
)
select case when not priced.is_in_stock then 'insufficient_stock' when priced.is_too_expensive then 'too_expensive' end,
    case when changed.id is not null then json_build_object(
        'id', changed.id,
        'cartId', changed.cart_id,
        'productId', changed.product_id,
        'variantId', changed.variant_id,
        'designId', changed.design_id,
        'quantity', changed.quantity,
        'unitPrice', priced.price,
        'lineTotal', 0,
        'createdAt', changed.created_at,
        'updatedAt', changed.updated_at
    ) end,
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = priced.product_id
    )) as bulk_rules
from priced
left join changed on changed.id = priced.id
