-- Without a session ($3 is null) in any cart. No row when there is no such line. Otherwise whether the stock allows
-- it, and the line at its list price with its product's bulk rules, unless it has gone in this very moment.
with line as (
    select i.id,
        i.cart_id,
        i.product_id,
        coalesce(v.price, p.price, 0) as price,
        -- Nothing to compare with is enough.
        (case when p.track_inventory then coalesce(v.quantity, p.quantity) end >= $4) is not false as is_in_stock,
        coalesce(v.price, p.price, 0) > 9007199254740991 / $4::bigint as is_too_dear
    from cart_items i
    join carts c on c.site_id = $1 and c.id = i.cart_id
    left join products p on p.site_id = $1 and p.id = i.product_id
    left join product_variants v on v.site_id = $1 and v.product_id = i.product_id and v.id = i.variant_id
    where i.site_id = $1
    and i.id = $2
    and c.expires_at > $5
    and (c.session_id = $3::text) is not false
),
cart as (
    update carts c
    set revision = c.revision + 1,
        expires_at = $6,
        updated_at = $5
    from line
    where c.site_id = $1
    and c.id = line.cart_id
    and line.is_in_stock
    and not line.is_too_dear
    returning c.id
),
changed as (
    update cart_items i
    set quantity = $4,
        updated_at = $5
    from cart c
    where i.site_id = $1
    and i.id = $2
    and i.cart_id = c.id
    returning i.id, i.cart_id, i.product_id, i.variant_id, i.design_id, i.quantity, i.created_at, i.updated_at
)
select case when not line.is_in_stock then 'insufficient_stock' when line.is_too_dear then 'too_dear' end,
    case when i.id is not null then json_build_object(
        'id', i.id,
        'cartId', i.cart_id,
        'productId', i.product_id,
        'variantId', i.variant_id,
        'designId', i.design_id,
        'quantity', i.quantity,
        'unitPrice', line.price,
        'lineTotal', 0,
        'createdAt', i.created_at,
        'updatedAt', i.updated_at
    ) end,
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = line.product_id
    )) as bulk_rules
from line
left join changed i on i.id = line.id
