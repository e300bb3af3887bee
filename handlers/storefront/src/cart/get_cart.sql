-- The lines at list prices, each with its product's bulk rules. A product that is not there any more leaves its
-- line without a name and a price, so that it can be seen and removed.
select i.cart_id,
    json_build_object(
        'id', i.id,
        'productId', i.product_id,
        'variantId', i.variant_id,
        'designId', i.design_id,
        'quantity', i.quantity,
        'unitPrice', coalesce(v.price, p.price, 0),
        'lineTotal', 0,
        'productName', coalesce(p.name, ''),
        'productSlug', coalesce(p.slug, ''),
        'variantName', v.name,
        'image', (
            select m.url
            from product_images m
            where m.site_id = $1
            and m.product_id = i.product_id
            order by m.position, m.id
            limit 1
        ),
        'design', null
    ),
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = i.product_id
    )) as bulk_rules
from cart_items i
left join products p on p.site_id = $1 and p.id = i.product_id
left join product_variants v on v.site_id = $1 and v.product_id = i.product_id and v.id = i.variant_id
where i.site_id = $1
and i.cart_id = (
    select c.id
    from carts c
    where c.site_id = $1
    and c.session_id = $2
    and c.expires_at > $3
)
order by i.created_at, i.id
