-- The lines of the cart $2 at list prices, each with its product's bulk rules. A line whose product was deleted has an
-- empty name and the price 0.
select
    json_build_object(
        'id', line.id,
        'productId', line.product_id,
        'variantId', line.variant_id,
        'productName', coalesce(product.name, ''),
        'variantName', variant.name,
        'designId', line.design_id,
        'quantity', line.quantity,
        'unitPrice', coalesce(variant.price, product.price, 0),
        'lineTotal', 0
    ) as line,
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1
        and rule.product_id = line.product_id
    )) as bulk_rules
from cart_items line
left join products product on product.site_id = $1 and product.id = line.product_id
left join product_variants variant
    on variant.site_id = $1 and variant.product_id = line.product_id and variant.id = line.variant_id
where line.site_id = $1
and line.cart_id = $2
order by line.created_at, line.id
