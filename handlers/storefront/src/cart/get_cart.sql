-- The lines at list prices, each with its product's bulk rules. $4 is the start of the URLs of the site's files.
-- - A line whose product was deleted has an empty name and the price 0, so that the customer can see and remove it.
-- - A line whose design was deleted has no design.
select line.cart_id,
    json_build_object(
        'id', line.id,
        'productId', line.product_id,
        'variantId', line.variant_id,
        'designId', line.design_id,
        'quantity', line.quantity,
        'unitPrice', coalesce(variant.price, product.price, 0),
        'lineTotal', 0,
        'productName', coalesce(product.name, ''),
        'productSlug', coalesce(product.slug, ''),
        'variantName', variant.name,
        'image', (
            select image.url
            from product_images image
            where image.site_id = $1
            and image.product_id = line.product_id
            order by image.position, image.id
            limit 1
        ),
        'design', case when design.id is not null then json_build_object(
            'uuid', design.uuid,
            'name', coalesce(case when design.was_shared then line.design_name end, design.name),
            -- The revision that checkout would order, which may not be the design's latest.
            'thumbnailUrl', $4::text || revision.thumbnail_key
        ) end
    ) as item,
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = line.product_id
    )) as bulk_rules
from cart_items line
left join products product on product.site_id = $1 and product.id = line.product_id
left join product_variants variant
    on variant.site_id = $1 and variant.product_id = line.product_id and variant.id = line.variant_id
left join designs design
    on design.site_id = $1 and design.uuid = line.design_id and design.deleted_at is null
left join design_revisions revision
    on revision.site_id = $1
    and revision.design_id = design.id
    and revision.revision
        = coalesce(case when design.was_shared then line.design_revision end, design.revision)
where line.site_id = $1
and line.cart_id = (
    select cart.id
    from carts cart
    where cart.site_id = $1
    and cart.session_id = $2
    and cart.expires_at > $3
)
order by line.created_at, line.id
