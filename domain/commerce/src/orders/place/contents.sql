-- Reads at one moment everything that the checkout of the cart of the session $2 at the time $3 needs:
-- - the lines with current prices and stock
-- - the discount code $4 and the gift certificate $5
-- - the cart's pending order
-- - the cart's cancelled orders that were created in the last $6 seconds
select
    array_to_json(array(
        select json_build_object(
            'productId', line.product_id,
            'variantId', line.variant_id,
            'designId', line.design_id,
            'designRevision', coalesce(
                case when design.was_shared then line.design_revision end, design.revision
            ),
            'quantity', line.quantity,
            'productName', coalesce(product.name, ''),
            'variantName', variant.name,
            'sku', coalesce(variant.sku, product.sku),
            'offer', json_build_object(
                'isActive', coalesce(product.status = 'active', false),
                'isVariantActive', variant.active,
                'hasActiveVariants', exists (
                    select
                    from product_variants other
                    where other.site_id = $1
                    and other.product_id = line.product_id
                    and other.active
                ),
                'listPrice', coalesce(variant.price, product.price, 0),
                'stock', case when product.track_inventory then coalesce(variant.quantity, product.quantity) end,
                'bulkRules', array_to_json(array(
                    select json_build_array(
                        rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount
                    )
                    from bulk_pricing_rules rule
                    where rule.site_id = $1 and rule.product_id = line.product_id
                ))
            ),
            -- Whether the line orders the last revision of a legacy design that was changed after it was drawn.
            'isUndrawn', coalesce(
                design.legacy
                and design.status <> 'draft'
                and design.revised_version is distinct from design.version
                and (line.design_revision is null or not design.was_shared),
                false
            ),
            'stockOf', case
                when not product.track_inventory then null
                when variant.quantity is not null then 'variant'
                when product.quantity is not null then 'product'
            end,
            'piece', json_build_object(
                'quantity', line.quantity,
                'sku', coalesce(variant.sku, product.sku),
                'weight', coalesce(variant.weight, product.weight),
                'weightUnit', product.weight_unit,
                'lengthIn', coalesce(variant.length_in, product.length_in),
                'widthIn', coalesce(variant.width_in, product.width_in),
                'heightIn', coalesce(variant.height_in, product.height_in)
            )
        )
        from cart_items line
        left join products product on product.site_id = $1 and product.id = line.product_id
        left join product_variants variant
            on variant.site_id = $1
            and variant.product_id = line.product_id
            and variant.id = line.variant_id
        left join designs design
            on design.site_id = $1
            and design.uuid = line.design_id
            and design.deleted_at is null
        where line.site_id = $1
        and line.cart_id = cart.id
        order by line.created_at, line.id
    )) as lines,
    (
        select json_build_object(
            'id', code.id,
            'code', code.code,
            'kind', code.discount_type,
            'amount', code.amount,
            'minOrderAmount', code.min_order_amount,
            'isUsable', (
                code.active
                and (code.starts_at <= $3) is not false
                and (code.expires_at > $3) is not false
                and (code.used < code.max_uses) is not false
            )
        )
        from discount_codes code
        where code.site_id = $1
        and lower(code.code collate "und-x-icu") = lower($4::text collate "und-x-icu")
    ) as discount,
    (
        select json_build_object(
            'id', certificate.id,
            'code', certificate.code,
            'remainingAmount', certificate.remaining_amount,
            'isUsable', (
                not certificate.disabled
                and (certificate.expires_at > $3) is not false
                and certificate.remaining_amount > 0
            )
        )
        from gift_certificates certificate
        where certificate.site_id = $1
        and lower(certificate.code collate "und-x-icu") = lower($5::text collate "und-x-icu")
    ) as gift_certificate,
    (
        select json_build_object(
            'id', placed.id,
            'number', placed.number,
            'total', placed.total,
            'currency', placed.currency,
            'customerEmail', placed.customer_email,
            'paymentProvider', placed.payment_provider,
            'paymentIntentId', placed.payment_intent_id,
            'clientSecret', placed.client_secret,
            'cartSha256', encode(placed.cart_sha256, 'hex'),
            'isCurrent', placed.expires_at > $3,
            'isProcessing', placed.payment_status = 'processing'
        )
        from orders placed
        where placed.site_id = $1
        and placed.cart_id = cart.id
        and placed.status = 'pending'
        and not placed.has_left_cart
    ) as replaceable_order,
    (
        -- The number of the cancelled orders, and the seconds until the oldest of them no longer counts.
        select json_build_object(
            'count', count(*),
            'nextIn', ceil(extract(epoch from min(placed.created_at) + make_interval(secs => $6) - $3))::bigint
        )
        from orders placed
        where placed.site_id = $1
        and placed.cart_id = cart.id
        and placed.created_at > $3::timestamptz - make_interval(secs => $6)
        and placed.status = 'cancelled'
    ) as replaced
from carts cart
where cart.site_id = $1
and cart.session_id = $2
