-- $3 is the start of the URLs of design thumbnails.
select
    placed.number,
    placed.customer_email,
    placed.customer_name,
    placed.currency,
    placed.subtotal,
    placed.discount_total,
    placed.shipping_total,
    placed.tax_total,
    placed.gift_certificate_total,
    placed.total,
    placed.refunded_total,
    placed.gift_refunded_total,
    placed.shipping_address,
    placed.carrier,
    placed.tracking_number,
    placed.tracking_url,
    coalesce(
        (
            select json_agg(
                json_build_object(
                    'productName', item.product_name,
                    'variantName', item.variant_name,
                    'quantity', item.quantity,
                    'total', item.total,
                    'thumbnailUrl', $3::text || item.design_thumbnail_key
                )
                order by item.position
            )
            from order_items item
            where item.site_id = $1
            and item.order_id = $2
        ),
        '[]'
    ) as items
from orders placed
where placed.site_id = $1
and placed.id = $2
